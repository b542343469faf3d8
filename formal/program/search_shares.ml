(* The shares of a search, in one process or in several. A child process reports each finished share through a pipe: the
   digest of the program, the question, the share, the turns, the looks. Only these reports count, not how a
   child ends; Excluded.whole, which is verified, decides whether they are the whole. *)

type question = {
  memory : Words.memory;
  start : Geometry.face list;                 (* the relabelled cube *)
  root : Tables.place Search.node;
  most : int;                                 (* the number of turns to exclude *)
}

type result = Ended of { shares : Excluded.beginning list; looks : int } | May_be_solved

let all = Array.of_list Excluded.all_beginnings

let search question =
  let lefts = Excluded.counting_down (Numbers.natural question.most) in
  fun share -> Excluded.share_from question.memory question.start question.root lefts all.(share)

let alone question =
  let search = search question in
  let rec from share looks =
    if share = Array.length all then Ended { shares = Array.to_list all; looks }
    else match search share with Some more -> from (share + 1) (looks + more) | None -> May_be_solved
  in
  from 0 0

(* The work of one child: every [jobs]th share. It does not use its standard output. It writes each report in one piece, so
   reports of several children do not mix. Without a parent it cannot write, and ends. *)
let work question name child jobs pipe =
  let search = search question in
  let channel = Unix.out_channel_of_descr pipe in
  let rec from share =
    if share < Array.length all then
      match search share with
      | Some looks ->
          Printf.fprintf channel "%s share %d of %d turns looks %d\n%!" name share question.most looks;
          from (share + jobs)
      | None -> Printf.fprintf channel "%s solved\n%!" name
  in
  try from child with _ -> ()

let report question name line =
  let known = String.length name in
  if String.length line <= known || String.sub line 0 known <> name then None
  else
    let rest = String.sub line known (String.length line - known) in
    if rest = " solved" then Some `Solved
    else
      match Scanf.sscanf rest " share %d of %d turns looks %d%!" (fun share most looks -> (share, most, looks)) with
      | share, most, looks when share >= 0 && share < Array.length all && most = question.most ->
          Some (`Share (share, looks))
      | _ -> None
      | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> None

(* The processes that search now. *)
let children = ref []

let stop () = List.iter (fun process -> try Unix.kill process Sys.sigkill with Unix.Unix_error _ -> ()) !children

let handled = ref []

(* No child searches on when the program is to end. Signals that are ignored, as after nohup, stay ignored. *)
let end_on_signals () =
  let ended _ =
    stop ();
    prerr_endline "The search was interrupted.";
    exit 2
  in
  let prepare signal =
    match Sys.signal signal (Sys.Signal_handle ended) with
    | Sys.Signal_ignore -> Sys.set_signal signal Sys.Signal_ignore
    | Sys.Signal_default | Sys.Signal_handle _ -> handled := signal :: !handled
  in
  List.iter prepare Sys.[ sigint; sigterm; sighup ]

let together question ~name ~jobs =
  flush stdout;
  flush stderr;
  let reading, writing = Unix.pipe () in
  let channel = Unix.in_channel_of_descr reading in
  let start number =
    match Unix.fork () with
    | 0 ->
        List.iter (fun signal -> Sys.set_signal signal Sys.Signal_default) !handled;
        Unix.close reading;
        work question name number jobs writing;
        Unix._exit 0
    | process -> children := process :: !children
  in
  let found = Array.make (Array.length all) None in
  let solved = ref false in
  let rec read () =
    match input_line channel with
    | line -> (
        match report question name line with
        | Some `Solved -> solved := true
        | Some (`Share (share, looks)) ->
            found.(share) <- Some looks;
            read ()
        | None -> read ())
    | exception End_of_file -> ()
  in
  Fun.protect
    ~finally:(fun () ->
      stop ();
      let ended = !children in
      children := [];
      List.iter (fun process -> try ignore (Unix.waitpid [] process) with Unix.Unix_error _ -> ()) ended;
      close_in_noerr channel)
    (fun () ->
      Fun.protect ~finally:(fun () -> Unix.close writing) (fun () -> List.iter start (List.init jobs Fun.id));
      read ());
  if !solved then May_be_solved
  else begin
    let shares = ref [] and total = ref 0 in
    Array.iteri
      (fun share looks ->
        match looks with
        | Some looks ->
            shares := all.(share) :: !shares;
            total := !total + looks
        | None -> ())
      found;
    Ended { shares = !shares; looks = !total }
  end

let run question ~name ~jobs = if jobs = 1 then alone question else together question ~name ~jobs
