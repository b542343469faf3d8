(* What `certificate.json` says if its proof is a search: a question, an answer and its length, as docs/certificate.md
   describes it. Nothing else is in it, so that every entry is one that the theorem is about. *)

type t = { start : string; answer : string list; length : int }

(* The entries that have one value only. *)
let fixed =
  Json.[
    ("format", Text Manifest.format);
    ("puzzle", Text "cube");
    ("size", Integer "3");
    ("goal", Text "solved");
    ("moves", Null);
    ("metric", Text "htm");
    ("proof", Text "search");
  ]

let free = [ "start"; "answer"; "length" ]

(* No cube needs as many turns. *)
let longest = 40

let of_entries entries =
  List.iter
    (fun (name, value) ->
      match Manifest.entry entries name with
      | Some found when found = value -> ()
      | _ -> Said.refused "A certificate by search is about the 3x3x3, htm, all turns and the goal solved; its %S is not." name)
    fixed;
  List.iter
    (fun (name, _) ->
      if not (List.mem_assoc name fixed || List.mem name free) then
        Said.refused "A certificate by search has no entry %S." (Manifest.shown name))
    entries;
  let start = Manifest.text entries "start" and length = Manifest.number entries "length" in
  Manifest.letters_of "start" 3 start;
  if Manifest.unknown start then Said.refused "A certificate by search has no unknown stickers.";
  if length > longest then Said.refused "\"length\" of a certificate by search is at most %d, not %d." longest length;
  let answer = Cubes.tokens (Manifest.text entries "answer") in
  if List.length answer > longest then Said.refused "The answer has more than %d turns." longest;
  { start; answer; length }

let read folder = of_entries (Manifest.entries_of folder)
