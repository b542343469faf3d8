(* The numbers of pairs of pieces after each turn, and what each pair adds to the numbers of the inverse. Nothing of it is
   believed: Inverse.inverse_ok tests every entry. *)

let pieces sort = List.map Numbers.machine (Inverse.stickers_of sort) |> Array.of_list

let fill_moves put sort =
  let stickers = pieces sort in
  let index = Array.make 54 0 in
  Array.iteri (fun number sticker -> index.(sticker) <- number) stickers;
  let start = Inverse.pair_moves sort in
  let fill kind =
    let back = Array.of_list (List.map Numbers.machine (Inverse.undo_permutation kind)) in
    let after = Array.map (fun sticker -> index.(back.(sticker))) stickers in
    let turn = Tables.on Views.First kind in
    for one = 0 to 23 do
      for other = 0 to 23 do
        put (start + (18 * ((24 * one) + other)) + turn) ((24 * after.(one)) + after.(other))
      done
    done
  in
  List.iter fill Views.kinds

let fill_shares put coordinate axis =
  let sort = Inverse.sort_of coordinate in
  let start = Inverse.shares_of coordinate axis in
  let adds piece =
    let at sticker = Words.literal (Inverse.piece_adds coordinate axis piece sticker) in
    Array.of_list (List.map at (Inverse.stickers_of sort))
  in
  let fill group (piece, partner) =
    let one = adds piece and other = adds partner in
    let fill_one number value =
      Array.iteri
        (fun second more -> put (start + (576 * group) + (24 * number) + second) (value + more))
        other
    in
    Array.iteri fill_one one
  in
  List.iteri fill (Inverse.couples (Inverse.pieces_of sort))

let fill_sets put =
  let fill number view = put (Inverse.numbers_of_sets + Words.literal (Inverse.code Views.Slots view)) number in
  List.iteri fill (Views.views Views.Slots)

(* [put place value] writes two bytes. *)
let fill put =
  List.iter (fill_moves put) Inverse.sorts;
  List.iter (fun coordinate -> List.iter (fill_shares put coordinate) Views.axes) Views.coordinates;
  fill_sets put
