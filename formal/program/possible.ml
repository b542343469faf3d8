(* Whether turns lead from the solved 3×3×3 to given stickers, which are those of possible pieces. The theorems about a
   given goal hold without it: a flipped edge that start and goal share changes nothing. But it is no cube. *)

let size = Numbers.natural 3
let all = List.init 54 Fun.id
let face sticker = sticker / 9
let up = 0
let down = 3
let is_reference sticker = face sticker = up || face sticker = down

(* For each sticker, those of its piece. *)
let mates = Array.of_list (List.map (List.map Numbers.machine) (Solved.mates_of size))
let piece sticker = List.fold_left min sticker mates.(sticker)
let of_pieces count = List.filter (fun sticker -> List.length mates.(sticker) = count) all

(* Whether a permutation of some numbers is odd: whether it has an odd number of cycles of even length. *)
let is_odd next numbers =
  let seen = Array.make 54 false in
  let rec length number =
    if seen.(number) then 0
    else begin
      seen.(number) <- true;
      1 + length (next number)
    end
  in
  List.fold_left (fun odd number -> let length = length number in odd <> (length > 0 && length mod 2 = 0)) false numbers

(* The three stickers of a corner, clockwise from the one of U or D. *)
let clockwise reference =
  let next = function 1 -> 2 | 2 -> 4 | 4 -> 5 | _ -> 1 in
  match List.filter (fun sticker -> sticker <> reference) mates.(reference) with
  | [ one; other ] when next (face one) = face other = (face reference = up) -> [ reference; one; other ]
  | [ one; other ] -> [ reference; other; one ]
  | _ -> invalid_arg "clockwise"

(* The invariants of turns: a turn of layers moves the centres as a rotation of the cube does, flips an even number of
   edges, moves edges, corners and centres by permutations that are even together, and twists corners by full turns
   in total. *)
let is_possible colours =
  let places = Solved.places_in_solved size colours (Solved.mates_of size) in
  let from = Array.get (Array.of_list (List.map Numbers.machine places)) in
  let edges = of_pieces 2 and corners = of_pieces 3 in
  let first_stickers = List.filter (fun sticker -> piece sticker = sticker) edges in
  let rec twist at = function
    | [] -> 0
    | sticker :: rest -> if is_reference (from sticker) then at else twist (at + 1) rest
  in
  let twists = List.map (fun corner -> twist 0 (clockwise corner)) (List.filter is_reference corners) in
  let edges_odd = is_odd (fun sticker -> piece (from sticker)) first_stickers in
  let centres = of_pieces 1 in
  let turns_the_centres rotation =
    let rotation = Array.of_list (List.map Numbers.machine rotation) in
    List.for_all (fun centre -> from centre = rotation.(centre)) centres
  in
  List.exists turns_the_centres (Geometry.rotations size)
  && (not (is_odd from edges))
  && edges_odd = (is_odd from corners <> is_odd from centres)
  && List.fold_left ( + ) 0 twists mod 3 = 0
