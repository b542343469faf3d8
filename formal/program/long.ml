(* Functions for long lists: a browser's stack allows only some thousands of nested calls. *)

let map change list = List.rev (List.rev_map change list)

let mapi change list =
  let index = ref (-1) in
  map (fun entry -> incr index; change !index entry) list
