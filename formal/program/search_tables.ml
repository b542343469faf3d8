(* The array of bytes that a search reads: stored tables, and numbers that are computed here from the geometry and from
   each other. Nothing of it is believed: Pairs.tables_ok and Phase1.phase1_ok test every entry. *)

open Bigarray

(* A number of a stored table is not one of its kind. *)
exception Wrong

let stored = Words.literal Tables.stored

let memory bytes : Words.memory =
  let memory = Array1.create char c_layout bytes in
  Array1.fill memory '\000';
  memory

let byte (memory : Words.memory) place = Char.code (Array1.get memory place)
let set_byte (memory : Words.memory) place value = Array1.set memory place (Char.chr (value land 255))

let set_two_bytes memory place value =
  set_byte memory (2 * place) value;
  set_byte memory ((2 * place) + 1) (value lsr 8)

(* A view as a number, one bit for each place. *)
let packed view = List.fold_left (fun bits bit -> (2 * bits) + (if bit then 1 else 0)) 0 view

let fill_moves memory coordinate =
  let views = Array.of_list (List.map Array.of_list (Views.views coordinate)) in
  let numbers = Hashtbl.create 4096 in
  Array.iteri (fun number view -> Hashtbl.replace numbers (packed (Array.to_list view)) number) views;
  let start = Tables.moves_of coordinate in
  let fill (turn, way) =
    let way = List.map Numbers.machine way in
    let fill_one number view =
      let after = Hashtbl.find numbers (packed (List.map (fun place -> view.(place)) way)) in
      set_two_bytes memory (start + (18 * number) + Numbers.machine turn) after
    in
    Array.iteri fill_one views
  in
  List.iter fill (Views.ways coordinate)

(* What pairs and phase 1 have in common. *)
let fill_numbers memory =
  List.iter (fill_moves memory) Views.coordinates;
  Inverse_tables.fill (set_two_bytes memory)

let pairs folder =
  let memory = memory (stored + Table_file.pairs.bytes) in
  Table_file.read folder Table_file.pairs memory stored;
  fill_numbers memory;
  memory

(* Classes and symmetries

   The table of coordinates has little-endian numbers. Its arrays that are used here, and where they start: the class of
   each flip and slots and the class after each turn of a class, both as 16 · class + symmetry in four bytes; the twist
   under each symmetry, in two; the turn under each symmetry and the product of each two symmetries, in one. *)

let symmetries = 16
let turns = 18
let twists = 2187
let flip_slots = 2048 * 495
let classes = 64_430
let stored_starts = 0
let stored_nexts = 4_055_040
let stored_images = 8_934_012
let stored_turns = 14_195_196
let stored_products = 14_195_484

let below most value = if value < most then value else raise Wrong

(* A class and a symmetry of it, in four bytes: two for the class, one for the symmetry. *)
let fill_places coordinates memory ~from ~count ~start ~symmetry_start =
  for number = 0 to count - 1 do
    let part index = byte coordinates (from + (4 * number) + index) in
    let value = part 0 + (256 * (part 1 + (256 * (part 2 + (256 * part 3))))) in
    set_two_bytes memory (start + (2 * number)) (below classes (value / symmetries));
    set_byte memory (symmetry_start + (4 * number)) (value mod symmetries)
  done

let fill_bytes coordinates memory ~from ~count ~start ~most =
  for place = 0 to count - 1 do
    set_byte memory (start + place) (below most (byte coordinates (from + place)))
  done

let moved memory coordinate number turn = Words.two_bytes memory (Tables.moves_of coordinate + (18 * number) + turn)

let fill_images coordinates memory =
  let image symmetry twist =
    let place = stored_images + (2 * ((symmetries * twist) + symmetry)) in
    below twists (byte coordinates place + (256 * byte coordinates (place + 1)))
  in
  for symmetry = 0 to symmetries - 1 do
    for twist = 0 to twists - 1 do
      set_two_bytes memory (Phase1.images + (twists * symmetry) + twist) (image symmetry twist);
      for turn = 0 to turns - 1 do
        let row = twists * ((turns * symmetry) + turn) in
        let after = moved memory Views.Twist twist turn in
        set_two_bytes memory (Phase1.turned_images + row + twist) (image symmetry after)
      done
    done
  done

(* The symmetries under which the row of a class has to be alike: after a turn, two ways to the same row may differ by one
   of them. *)
let fill_alike memory =
  let product first second = byte memory (Phase1.products + (symmetries * first) + second) in
  let quotient = Array.make (symmetries * symmetries) None in
  for first = 0 to symmetries - 1 do
    for second = 0 to symmetries - 1 do
      quotient.((symmetries * product first second) + first) <- Some second
    done
  done;
  for flip = 0 to 2047 do
    for slots = 0 to 494 do
      let here = (495 * flip) + slots in
      let row = Words.two_bytes memory (Phase1.starts + (2 * here)) in
      let symmetry = byte memory (Phase1.start_symmetries + (4 * here)) in
      for turn = 0 to turns - 1 do
        let after = (495 * moved memory Views.Flip flip turn) + moved memory Views.Slots slots turn in
        let row_after = Words.two_bytes memory (Phase1.starts + (2 * after)) in
        let symmetry_after = byte memory (Phase1.start_symmetries + (4 * after)) in
        let seen = byte memory (Phase1.turns_seen + (turns * symmetry) + turn) in
        let next = byte memory (Phase1.next_symmetries + (4 * ((turns * row) + seen))) in
        let through = product symmetry next in
        if through <> symmetry_after then
          match quotient.((symmetries * through) + symmetry_after) with
          | Some between -> set_byte memory (Phase1.alikes + (symmetries * row_after) + between) 1
          | None -> ()
      done
    done
  done

let phase1 folder =
  let memory = memory (Words.literal Phase1.phase1_bytes) in
  fill_numbers memory;
  let coordinates = Array1.create char c_layout Table_file.coordinates.bytes in
  Table_file.read folder Table_file.coordinates coordinates 0;
  Table_file.read folder Table_file.whole memory stored;
  fill_places coordinates memory ~from:stored_starts ~count:flip_slots ~start:Phase1.starts
    ~symmetry_start:Phase1.start_symmetries;
  fill_places coordinates memory ~from:stored_nexts ~count:(classes * turns) ~start:Phase1.nexts
    ~symmetry_start:Phase1.next_symmetries;
  fill_bytes coordinates memory ~from:stored_turns ~count:(symmetries * turns) ~start:Phase1.turns_seen ~most:turns;
  fill_bytes coordinates memory ~from:stored_products ~count:(symmetries * symmetries) ~start:Phase1.products
    ~most:symmetries;
  fill_images coordinates memory;
  fill_alike memory;
  memory
