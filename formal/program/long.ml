(* Lists that may be as long as a file allows: a browser's stack has room for some thousands of calls. *)

let map change list = List.rev (List.rev_map change list)

let mapi change list =
  let index = ref (-1) in
  map (fun entry -> incr index; change !index entry) list
