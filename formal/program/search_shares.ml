(* The shares of a search, in one process or in several. A child process reports each finished share through a pipe: the
   digest of the program, the tables, the method, the cube, the share, the turns, the looks. Only these reports count, not how
   a child ends; a verified function decides whether they are the whole. A journal has the same reports. One in fifty of its
   shares, chosen at random, is searched again, or all of them: another count of looks, or a solved cube, refuses the
   question. *)

type question = {
  name : string;                              (* with which each report starts *)
  most : int;                                 (* the number of turns to exclude *)
  count : int;                                (* the number of shares *)
  search : int -> int option;                 (* the looks at a share in which nothing solves the cube *)
}

(* The finished shares, the looks at all of them, the number of shares that a journal had, and the number of these that
   were searched again. *)
type ended = { shares : int list; looks : int; kept : int; again : int }

type result = Ended of ended | May_be_solved

let line_of question share looks =
  Printf.sprintf "%s share %d of %d turns looks %d end" question.name share question.most looks

let report question line =
  let known = String.length question.name in
  if not (String.starts_with ~prefix:question.name line) then None
  else
    let rest = String.sub line known (String.length line - known) in
    if rest = " solved" then Some `Solved
    else
      match Scanf.sscanf rest " share %u of %u turns looks %u end%!" (fun share most looks -> (share, most, looks)) with
      | share, most, looks when share < question.count && most = question.most -> Some (`Share (share, looks))
      | _ -> None
      | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> None

(* The looks at each share of the journal that is searched again, and at each finished share; the number of finished shares,
   all looks. [tell] is called with the last two. *)
type progress = {
  kept_looks : int option array;
  looks_at : int option array;
  mutable shares : int;
  mutable total : int;
  tell : finished:int -> looks:int -> unit;
  journal : Journal.t option;
}

let count_share progress share looks =
  if progress.looks_at.(share) = None then begin
    progress.looks_at.(share) <- Some looks;
    progress.shares <- progress.shares + 1;
    progress.total <- progress.total + looks
  end

let tell progress = progress.tell ~finished:progress.shares ~looks:progress.total

let refuse_other_looks question progress share looks =
  match (progress.kept_looks.(share), progress.journal) with
  | Some kept, Some (journal : Journal.t) when kept <> looks ->
      Said.refused
        "The journal %s is wrong: share %d of %d turns has %d looks in it, and %d when it is searched again. Nothing of it can \
         be believed: search without it."
        journal.path share question.most kept looks
  | _ -> ()

let finish_share question progress share looks =
  refuse_other_looks question progress share looks;
  count_share progress share looks;
  if progress.kept_looks.(share) = None then
    Option.iter (fun journal -> Journal.add journal (line_of question share looks)) progress.journal;
  tell progress

let all_finished progress =
  let numbers = List.init (Array.length progress.looks_at) Fun.id in
  List.filter (fun share -> progress.looks_at.(share) <> None) numbers

(* Whether a share may have a solved cube. *)
let alone question progress open_ =
  let rec from = function
    | [] -> false
    | share :: rest -> (
        match question.search share with
        | Some looks ->
            finish_share question progress share looks;
            from rest
        | None -> true)
  in
  from open_

(* The work of one child: every [jobs]th share. It does not use its standard output. It writes each report in one piece, so
   reports of several children do not mix. Without a parent it cannot write, and ends. *)
let work question open_ child jobs pipe =
  let channel = Unix.out_channel_of_descr pipe in
  let rec from place = function
    | [] -> ()
    | _ :: rest when place mod jobs <> child -> from (place + 1) rest
    | share :: rest -> (
        match question.search share with
        | Some looks ->
            Printf.fprintf channel "%s\n%!" (line_of question share looks);
            from (place + 1) rest
        | None -> Printf.fprintf channel "%s solved\n%!" question.name)
  in
  try from 0 open_ with _ -> ()

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

let together question progress open_ jobs =
  flush stdout;
  flush stderr;
  let reading, writing = Unix.pipe () in
  let channel = Unix.in_channel_of_descr reading in
  let start number =
    match Unix.fork () with
    | 0 ->
        List.iter (fun signal -> Sys.set_signal signal Sys.Signal_default) !handled;
        Unix.close reading;
        work question open_ number jobs writing;
        Unix._exit 0
    | process -> children := process :: !children
  in
  let rec read () =
    match input_line channel with
    | line -> (
        match report question line with
        | Some `Solved -> true
        | Some (`Share (share, looks)) ->
            finish_share question progress share looks;
            read ()
        | None -> read ())
    | exception End_of_file -> false
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
      read ())

(* The looks at the shares that a journal has. A share whose lines contradict each other is searched. *)
let kept_in question (journal : Journal.t) =
  let looks_at = Array.make question.count None and contradicted = Array.make question.count false in
  let keep line =
    match report question line with
    | Some (`Share (share, looks)) ->
        if looks_at.(share) <> None && looks_at.(share) <> Some looks then contradicted.(share) <- true;
        looks_at.(share) <- Some looks
    | Some `Solved | None -> ()
  in
  List.iter keep journal.lines;
  Array.mapi (fun share looks -> if contradicted.(share) then None else looks) looks_at

(* Of the shares that are kept, those that are searched again. *)
let one_in = 50

let chosen shares ~fresh =
  if fresh then shares
  else
    let drawn = List.sort compare (List.map (fun share -> (Random.bits (), share)) shares) in
    let most = (List.length shares + one_in - 1) / one_in in
    List.map snd (List.filteri (fun place _ -> place < most) drawn)

let run question ~jobs ~journal ~fresh ~tell:heard =
  let kept_looks = match journal with Some journal -> kept_in question journal | None -> Array.make question.count None in
  let all = List.init question.count Fun.id in
  let kept, missing = List.partition (fun share -> kept_looks.(share) <> None) all in
  let again = chosen kept ~fresh in
  let progress =
    { kept_looks; looks_at = Array.make question.count None; shares = 0; total = 0; tell = heard; journal }
  in
  let keep share =
    if not (List.mem share again) then Option.iter (count_share progress share) kept_looks.(share)
  in
  List.iter keep kept;
  (* A wrong journal is found out before the work starts. *)
  let open_ = again @ missing in
  tell progress;
  let may_be_solved =
    if jobs = 1 || List.length open_ < 2 then alone question progress open_
    else together question progress open_ (min jobs (List.length open_))
  in
  if may_be_solved then May_be_solved
  else
    Ended { shares = all_finished progress; looks = progress.total; kept = List.length kept; again = List.length again }
