(** * The inverse of a cube

    If a word solves a cube, the word makes the inverse of the cube from the solved one. It is solved by the same turns,
    undone from last to first, so the bounds of the inverse are bounds of the cube. A turn changes the inverse on its other side: not
    by the numbers after turns. So the pieces of the cube are carried along, in pairs; where the pieces are is what the inverse
    shows, and each pair has its share in each number of the inverse. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle.
From Cubeproof.search Require Import Words Bounds Views Tables.
Import ListNotations.
Local Open Scope N_scope.

(** ** Pieces and their places *)

Inductive sort := Corners | Edges.

Definition sorts : list sort := [Corners; Edges].

Definition sort_of (c : coordinate) : sort := match c with Twist => Corners | _ => Edges end.

(** The stickers of all corners or edges. The place of a piece is the place of one of its stickers. *)
Definition stickers_of (o : sort) : list nat :=
  match o with Corners => concat corner_slots | Edges => flat_map (fun '(i, mate) => [i; mate]) edge_slots end.

(** A sticker of each piece. *)
Definition pieces_of (o : sort) : list nat :=
  match o with Corners => map (hd 0%nat) corner_slots | Edges => map fst edge_slots end.

(** The next sticker of the same piece, clockwise. *)
Definition next_stickers : list (nat * nat) :=
  flat_map (fun slot => combine slot (tl slot ++ firstn 1 slot)) (corner_slots ++ map (fun '(i, mate) => [i; mate]) edge_slots).

Definition all_next : list nat :=
  map (fun i => match find (fun both => fst both =? i)%nat next_stickers with Some (_, j) => j | None => i end) (seq 0 54).

Definition next (i : nat) : nat := nth i all_next 0%nat.

Definition stickers_from (i : nat) : list nat := [i; next i; next (next i)].

(** The place [x] shows the piece with the sticker [r]. *)
Definition is_at (s : colouring) (r x : nat) : Prop :=
  nth x s U = face_of 3 r /\ nth (next x) s U = face_of 3 (next r).

(** Where a turn takes what is at a place. *)
Definition undo_permutation (kind : face * nat) : permutation := permutation_by (undo_of kind).
Definition taken (kind : face * nat) (x : nat) : nat := nth x (undo_permutation kind) 0%nat.

(** ** Pairs of pieces *)

Fixpoint couples {A} (l : list A) : list (A * A) :=
  match l with a :: b :: rest => (a, b) :: couples rest | _ => [] end.

Definition pairs (o : sort) : list (nat * nat) := list_prod (stickers_of o) (stickers_of o).

Definition how_many_pairs : nat := 576.

(** The places of two pieces, by their number. *)
Definition places_at (o : sort) (j : word) : option (nat * nat) := nth_error (pairs o) (N.to_nat (number j)).

(** The numbers of the pairs of corners, and of the pairs of edges. *)
Record pieces := Pieces {
  corners1 : word; corners2 : word; corners3 : word; corners4 : word;
  edges1 : word; edges2 : word; edges3 : word; edges4 : word; edges5 : word; edges6 : word
}.

Definition held (o : sort) (v : pieces) : list word :=
  match o with
  | Corners => [corners1 v; corners2 v; corners3 v; corners4 v]
  | Edges => [edges1 v; edges2 v; edges3 v; edges4 v; edges5 v; edges6 v]
  end.

(** ** Where things are, in pairs of bytes *)

Definition corner_moves : word := literal 85140.
Definition edge_moves : word := literal 95508.
Definition pair_moves (o : sort) : word := match o with Corners => corner_moves | Edges => edge_moves end.

(** The number of two places after a turn. *)
Definition pair_moved (m : memory) (start j t : word) : word := two_bytes m (add start (add (mul j eighteen) t)).

Definition turned_pieces (m : memory) (v : pieces) (t : word) : pieces :=
  Pieces (pair_moved m corner_moves (corners1 v) t) (pair_moved m corner_moves (corners2 v) t)
    (pair_moved m corner_moves (corners3 v) t) (pair_moved m corner_moves (corners4 v) t)
    (pair_moved m edge_moves (edges1 v) t) (pair_moved m edge_moves (edges2 v) t) (pair_moved m edge_moves (edges3 v) t)
    (pair_moved m edge_moves (edges4 v) t) (pair_moved m edge_moves (edges5 v) t) (pair_moved m edge_moves (edges6 v) t).

(** The shares of the pairs in the numbers of the inverse on the three axes: the twist, the flip, and one bit for each of the
    four slots; and the number of each set of slots, by its bits. *)
Definition twist1 : word := literal 105876.
Definition twist2 : word := literal 108180.
Definition twist3 : word := literal 110484.
Definition flip1 : word := literal 112788.
Definition flip2 : word := literal 116244.
Definition flip3 : word := literal 119700.
Definition slots1 : word := literal 123156.
Definition slots2 : word := literal 126612.
Definition slots3 : word := literal 130068.
Definition numbers_of_sets : word := literal 133524.

Definition shares_of (c : coordinate) (a : axis_name) : word :=
  match c, a with
  | Twist, First => twist1 | Twist, Second => twist2 | Twist, Third => twist3
  | Flip, First => flip1 | Flip, Second => flip2 | Flip, Third => flip3
  | Slots, First => slots1 | Slots, Second => slots2 | Slots, Third => slots3
  end.

Definition two_pieces : word := literal 576.
Definition four_pieces : word := add two_pieces two_pieces.
Definition six_pieces : word := add four_pieces two_pieces.
Definition eight_pieces : word := add six_pieces two_pieces.
Definition ten_pieces : word := add eight_pieces two_pieces.

Definition of_corners (m : memory) (start : word) (v : pieces) : word :=
  add (two_bytes m (add start (corners1 v)))
    (add (two_bytes m (add (add start two_pieces) (corners2 v)))
      (add (two_bytes m (add (add start four_pieces) (corners3 v)))
        (two_bytes m (add (add start six_pieces) (corners4 v))))).

Definition of_edges (m : memory) (start : word) (v : pieces) : word :=
  add (two_bytes m (add start (edges1 v)))
    (add (two_bytes m (add (add start two_pieces) (edges2 v)))
      (add (two_bytes m (add (add start four_pieces) (edges3 v)))
        (add (two_bytes m (add (add start six_pieces) (edges4 v)))
          (add (two_bytes m (add (add start eight_pieces) (edges5 v)))
            (two_bytes m (add (add start ten_pieces) (edges6 v))))))).

Definition inverse_twist (m : memory) (v : pieces) (a : axis_name) : word := of_corners m (shares_of Twist a) v.
Definition inverse_flip (m : memory) (v : pieces) (a : axis_name) : word := of_edges m (shares_of Flip a) v.
Definition inverse_slots (m : memory) (v : pieces) (a : axis_name) : word :=
  two_bytes m (add numbers_of_sets (of_edges m (shares_of Slots a) v)).

(** ** The test *)

(** The part of a number that each mark of a view adds; for slots, of a row of bits. *)
Definition weights (c : coordinate) : list N :=
  match c with
  | Twist => flat_map (fun k => [0; 3 ^ k; 2 * 3 ^ k]) [0; 1; 2; 3; 4; 5; 6] ++ [0; 0; 0]
  | Flip => flat_map (fun k => [0; 2 ^ k]) [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10] ++ [0; 0]
  | Slots => flat_map (fun k => [2 ^ k; 0]) [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11]
  end.

Definition total {A} (f : A -> N) (l : list A) : N := fold_right (fun x sum => f x + sum) 0 l.

Definition marked (b : bool) (w : N) : N := if b then w else 0.

Definition code (c : coordinate) (v : list bool) : N := total (fun '(b, w) => marked b w) (combine v (weights c)).

(** The place of a sticker of the piece [r] whose place is [x]. *)
Definition place_on (r x i : nat) : option nat :=
  option_map snd (find (fun both => fst both =? i)%nat (combine (stickers_from r) (stickers_from x))).

(** The part that the piece [r] adds, if its place is [x]: the inverse shows the face of this place where the piece belongs. *)
Definition piece_adds (c : coordinate) (a : axis_name) (r x : nat) : N :=
  let k := painting_of c a in
  total (fun '((i, mate), w) =>
    match place_on r x i, place_on r x mate with
    | Some y, Some y' => marked (paint k (face_of 3 y) (face_of 3 y')) w
    | _, _ => 0
    end) (combine (places k) (weights c)).

Fixpoint row_ok (m : memory) (place : word) (row : list (N * N)) : bool :=
  match row with
  | [] => true
  | (one_adds, other_adds) :: rest =>
      (number (two_bytes m place) =? one_adds + other_adds) && row_ok m (add place one) rest
  end.

Fixpoint rows_ok (m : memory) (c : coordinate) (a : axis_name) (start : word) (two : list (nat * nat)) : bool :=
  match two with
  | [] => true
  | (r, r') :: rest =>
      let stickers := stickers_of (sort_of c) in
      row_ok m start (list_prod (map (piece_adds c a r) stickers) (map (piece_adds c a r') stickers))
      && rows_ok m c a (add start two_pieces) rest
  end.

Definition pair_moves_ok (m : memory) (o : sort) : bool :=
  let all := pairs o in
  let turns := map (fun kind => (on First kind, undo_permutation kind)) kinds in
  forallb (fun j =>
    match nth_error all (N.to_nat (number j)) with
    | Some (x, x') =>
        forallb (fun '(t, p) =>
          match nth_error all (N.to_nat (number (pair_moved m (pair_moves o) j t))) with
          | Some (y, y') => (y =? nth x p 0)%nat && (y' =? nth x' p 0)%nat
          | None => false
          end) turns
    | None => true
    end) (words_below how_many_pairs).

(** The number of a view, by what its marks add. *)
Definition settled (m : memory) (c : coordinate) (sum : word) : word :=
  match c with Slots => two_bytes m (add numbers_of_sets sum) | _ => sum end.

Definition codes_ok (m : memory) (c : coordinate) : bool :=
  let all := numbered (views c) in
  forallb (fun i =>
    match decode all i with
    | Some v => eqb (settled m c (literal (code c v))) i
    | None => true
    end) (all_numbers c).

Definition inverse_ok (m : memory) : bool :=
  forallb (pair_moves_ok m) sorts
  && forallb (codes_ok m) coordinates
  && forallb (fun c => forallb (fun a => rows_ok m c a (shares_of c a) (couples (pieces_of (sort_of c)))) axes) coordinates.

(** ** Where it starts *)

Definition at_place (s : colouring) (r x : nat) : bool :=
  face_eqb (nth x s U) (face_of 3 r) && face_eqb (nth (next x) s U) (face_of 3 (next r)).

Definition find_pair (s : colouring) (o : sort) (r r' : nat) : option word :=
  let first := filter (at_place s r) (stickers_of o) in
  let second := filter (at_place s r') (stickers_of o) in
  find (fun j => match places_at o j with
    | Some (x, x') => existsb (Nat.eqb x) first && existsb (Nat.eqb x') second
    | None => false
    end) (words_below how_many_pairs).

Fixpoint all_found {A} (found : list (option A)) : option (list A) :=
  match found with
  | [] => Some []
  | Some x :: rest => option_map (cons x) (all_found rest)
  | None :: _ => None
  end.

Definition find_pieces (s : colouring) : option pieces :=
  let find_all o := all_found (map (fun '(r, r') => find_pair s o r r') (couples (pieces_of o))) in
  match find_all Corners, find_all Edges with
  | Some [c1; c2; c3; c4], Some [e1; e2; e3; e4; e5; e6] => Some (Pieces c1 c2 c3 c4 e1 e2 e3 e4 e5 e6)
  | _, _ => None
  end.

(** ** Turns take pieces to places *)

Lemma in_sorts o : In o sorts.
Proof. destruct o; cbn; tauto. Qed.

Definition listed (l : list nat) (i : nat) : bool := existsb (Nat.eqb i) l.

Lemma listed_spec l i : listed l i = true <-> In i l.
Proof.
  unfold listed. rewrite existsb_exists. split.
  - intros (j & there & same). apply Nat.eqb_eq in same. now subst.
  - intros there. exists i. split; [assumption|apply Nat.eqb_refl].
Qed.

Strategy 1000 [permutation_by undo_permutation taken next stickers_of pieces_of].

Definition carries (p back : permutation) (o : sort) (x : nat) : bool :=
  let y := nth x back 0%nat in
  (x <? 54)%nat && (next x <? 54)%nat && listed (stickers_of o) (nth x p 0%nat)
  && (nth (next x) p 0 =? next (nth x p 0))%nat
  && listed (stickers_of o) y && (y <? 54)%nat && (next y <? 54)%nat && (nth y p 0 =? x)%nat && (nth (next y) p 0 =? next x)%nat.

Lemma turns_carry : forallb (fun kind =>
    let p := permutation_by kind in
    let back := undo_permutation kind in
    forallb (fun o => forallb (carries p back o) (stickers_of o)) sorts) kinds = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma carried_right kind o x : In kind kinds -> In x (stickers_of o) ->
  let p := permutation_by kind in let y := taken kind x in
  ((x < 54)%nat /\ (next x < 54)%nat /\ In (nth x p 0%nat) (stickers_of o) /\ nth (next x) p 0%nat = next (nth x p 0%nat)) /\
  (In y (stickers_of o) /\ (y < 54)%nat /\ (next y < 54)%nat /\ nth y p 0%nat = x /\ nth (next y) p 0%nat = next x).
Proof.
  intros kind_listed there p y. pose proof turns_carry as H.
  pose proof (proj1 (forallb_forall _ _) H kind kind_listed) as H1. cbv beta zeta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 o (in_sorts o)) as H2. cbv beta in H2.
  pose proof (proj1 (forallb_forall _ _) H2 x there) as H3. clear H H1 H2. unfold carries in H3. cbv zeta in H3.
  change (nth x (undo_permutation kind) 0%nat) with y in H3. fold p in H3. clearbody p y.
  apply andb_prop in H3 as [H K9]. apply andb_prop in H as [H K8]. apply andb_prop in H as [H K7].
  apply andb_prop in H as [H K6]. apply andb_prop in H as [H K5]. apply andb_prop in H as [H K4].
  apply andb_prop in H as [H K3]. apply andb_prop in H as [K1 K2].
  split; repeat split; first [now apply Nat.ltb_lt|now apply Nat.eqb_eq|now apply listed_spec].
Qed.

Lemma length_permutation kind : In kind kinds -> length (permutation_by kind) = 54%nat.
Proof. intros _. unfold permutation_by, turn. rewrite map_length. reflexivity. Qed.

Lemma is_at_turned kind o s r x : In kind kinds -> In x (stickers_of o) -> is_at s r x ->
  is_at (face_turn s kind) r (taken kind x) /\ In (taken kind x) (stickers_of o).
Proof.
  intros kind_listed there [one two]. destruct (carried_right kind o x kind_listed there) as [_ (inside & short & short' & E & E')].
  split; [|assumption]. unfold is_at, face_turn. rewrite !nth_gather by (now rewrite length_permutation).
  now rewrite E, E'.
Qed.

(** The place before a word of what is in place [i] after it. *)
Definition source (word : list (face * nat)) (i : nat) : nat :=
  fold_right (fun kind i => nth i (permutation_by kind) 0%nat) i word.

Lemma sources_short : forallb (fun kind => forallb (fun i => i <? 54)%nat (permutation_by kind)) kinds = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma nth_after_word word : forall s i, Forall (fun kind => In kind kinds) word -> (i < 54)%nat ->
  nth i (run face_turn s word) U = nth (source word i) s U /\ (source word i < 54)%nat.
Proof.
  induction word as [|kind word IH]; intros s i all short; [now split|].
  inversion all as [|? ? there all']; subst. change (run face_turn s (kind :: word)) with (run face_turn (face_turn s kind) word).
  destruct (IH (face_turn s kind) i all' short) as [-> small]. cbn [source fold_right]. fold (source word i).
  split; [unfold face_turn; now rewrite nth_gather by now rewrite length_permutation|].
  pose proof sources_short as H. rewrite forallb_forall in H. specialize (H kind there). rewrite forallb_forall in H.
  apply Nat.ltb_lt, H, nth_In. now rewrite length_permutation.
Qed.

(** Two stickers of a piece tell it from all others. *)
Lemma colours_tell : forallb (fun o => forallb (fun r => forallb (fun x =>
    if at_place (solved_colours 3) r x then (x =? r)%nat else true) (stickers_of o)) (stickers_of o)) sorts = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma at_place_spec s r x : at_place s r x = true <-> is_at s r x.
Proof. unfold at_place, is_at. now rewrite andb_true_iff, !face_eqb_spec. Qed.

(** If a word solves the cube, it brings each piece home from its place. *)
Lemma brought_home o r word : In r (stickers_of o) -> forall s x, In x (stickers_of o) -> is_at s r x ->
  Forall (fun kind => In kind kinds) word -> is_goal (run face_turn s word) -> source word r = x.
Proof.
  intros home. induction word as [|kind word IH]; intros s x there shown all ends.
  - cbn [run fold_left] in ends. unfold is_goal in ends. subst s. pose proof colours_tell as H.
    rewrite forallb_forall in H. specialize (H o (in_sorts o)). rewrite forallb_forall in H. specialize (H r home).
    rewrite forallb_forall in H. specialize (H x there). rewrite (proj2 (at_place_spec _ _ _) shown) in H.
    apply Nat.eqb_eq in H. now symmetry.
  - inversion all as [|? ? kind_listed all']; subst.
    destruct (is_at_turned kind o s r x kind_listed there shown) as [shown' inside].
    cbn [source fold_right]. fold (source word r). rewrite (IH _ _ inside shown' all' ends).
    destruct (carried_right kind o x kind_listed there) as [_ (_ & _ & _ & E & _)]. exact E.
Qed.

Lemma source_next o word : Forall (fun kind => In kind kinds) word -> forall i, In i (stickers_of o) ->
  In (source word i) (stickers_of o) /\ source word (next i) = next (source word i).
Proof.
  induction 1 as [|kind word there all IH]; intros i inside; [now split|].
  destruct (IH i inside) as [here E]. cbn [source fold_right]. fold (source word i). fold (source word (next i)). rewrite E.
  destruct (carried_right kind o _ there here) as [(_ & _ & H & H') _]. now split.
Qed.

(** ** The word undone *)

Definition undone (word : list (face * nat)) : list (face * nat) := rev (map undo_of word).

Lemma turns_undo : forallb (fun kind =>
    permutation_eqb (compose (permutation_by kind) (undo_permutation kind)) (seq 0 54)
    && (forallb (fun i => i <? 54) (undo_permutation kind)
    && existsb (fun other => face_eqb (fst other) (fst kind) && (snd other =? 4 - snd kind)) kinds))%nat kinds = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma turn_undone kind s : In kind kinds -> length s = 54%nat ->
  face_turn (face_turn s kind) (undo_of kind) = s /\ In (undo_of kind) kinds.
Proof.
  intros there long. pose proof (proj1 (forallb_forall _ _) turns_undo kind there) as H. cbv beta in H.
  apply andb_prop in H as [same H]. apply andb_prop in H as [short H]. apply permutation_eqb_spec in same. split.
  - pose proof (proj1 (forallb_forall _ _) short) as small. cbv beta in small. unfold face_turn.
    fold (undo_permutation kind).
    assert (length (permutation_by kind) = 54%nat) as long' by now apply length_permutation.
    transitivity (gather U (seq 0 (length s)) s); [|apply gather_all]. rewrite long, <- same. clear same short H.
    revert small long'. generalize (permutation_by kind) (undo_permutation kind). intros p back small long'.
    change (map (fun i => nth i (gather U p s) U) back = map (fun i => nth i s U) (map (fun i => nth i p 0%nat) back)).
    rewrite map_map. apply map_ext_in. intros i inside.
    specialize (small i inside). apply Nat.ltb_lt in small. apply nth_gather. now rewrite long'.
  - apply existsb_exists in H as (other & inside & equal). apply andb_prop in equal as [one two].
    apply face_eqb_spec in one. apply Nat.eqb_eq in two. destruct other as [f q]. cbn [fst snd] in one, two. now subst.
Qed.

Lemma length_run word : forall s, length s = 54%nat -> Forall (fun kind => In kind kinds) word ->
  length (run face_turn s word) = 54%nat.
Proof.
  induction word as [|kind word IH]; intros s long all; [assumption|]. inversion all; subst.
  apply IH; [|assumption]. unfold face_turn, gather. rewrite map_length. now apply length_permutation.
Qed.

Lemma undone_turns word : Forall (fun kind => In kind kinds) word -> Forall (fun kind => In kind kinds) (undone word).
Proof.
  intros all. apply Forall_rev, Forall_map. revert all. apply Forall_impl. intros kind there.
  now apply (turn_undone kind (solved_colours 3)).
Qed.

Lemma run_undone word : forall s, length s = 54%nat -> Forall (fun kind => In kind kinds) word ->
  run face_turn (run face_turn s word) (undone word) = s.
Proof.
  induction word as [|kind word IH]; intros s long all; [reflexivity|]. inversion all as [|? ? there all']; subst.
  unfold undone. cbn [map rev]. fold (undone word). rewrite run_app.
  change (run face_turn s (kind :: word)) with (run face_turn (face_turn s kind) word).
  rewrite IH; [|unfold face_turn, gather; rewrite map_length; now apply length_permutation|assumption].
  now apply turn_undone.
Qed.

Definition inverse_by (word : list (face * nat)) : colouring := run face_turn (solved_colours 3) word.

(** A turn that leaves the solved cube in the coset of an axis. *)
Definition leaves (a : axis_name) (kind : face * nat) : bool :=
  (snd kind =? 2)%nat
  || match a, axis_of (fst kind) with First, First | Second, Second | Third, Third => true | _, _ => false end.

Lemma left_in_coset a kind : In kind kinds -> leaves a kind = true -> in_coset a (face_turn (solved_colours 3) kind).
Proof.
  assert (forallb (fun kind => let s := face_turn (solved_colours 3) kind in forallb (fun a =>
      negb (leaves a kind) || forallb (fun c => bools_eqb (view (painting_of c a) s) (goal_view c)) coordinates) axes) kinds = true)
    as H by (vm_cast_no_check (eq_refl true)).
  intros there left c. pose proof (proj1 (forallb_forall _ _) H kind there) as H1. cbv beta zeta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 a (in_axes a)) as H2. cbv beta in H2. rewrite left in H2.
  pose proof (proj1 (forallb_forall _ _) H2 c (in_coordinates c)) as H3. cbv beta in H3. now apply bools_eqb_spec.
Qed.

(** The inverse is no farther from the cosets than the word is long, and one less where the first turn leaves the coset. *)
Theorem inverse_far : forall a n word, Forall (fun kind => In kind kinds) word -> far_from a n (inverse_by word) ->
  n <= N.of_nat (length word).
Proof.
  intros a n word all far. specialize (far (undone word) (undone_turns word all)).
  unfold undone in far at 2. rewrite rev_length, map_length in far. apply far. apply solved_in_coset.
  now apply run_undone.
Qed.

Theorem inverse_far_less : forall a n kind word,
  leaves a kind = true -> Forall (fun kind => In kind kinds) (kind :: word) ->
  far_from a n (inverse_by (kind :: word)) -> n <= N.of_nat (length word).
Proof.
  intros a n kind word left all far. inversion all as [|? ? there all']; subst.
  specialize (far (undone word) (undone_turns word all')).
  unfold undone in far at 2. rewrite rev_length, map_length in far. apply far.
  change (inverse_by (kind :: word)) with (run face_turn (face_turn (solved_colours 3) kind) word).
  rewrite run_undone; [now apply left_in_coset| |assumption].
  unfold face_turn, gather. rewrite map_length. now apply length_permutation.
Qed.

(** ** What pieces add *)

Lemma total_ext {A} (f g : A -> N) l : (forall x, In x l -> f x = g x) -> total f l = total g l.
Proof.
  induction l as [|x l IH]; intros same; [reflexivity|]. cbn [total fold_right]. fold (total f l) (total g l).
  rewrite same by now left. f_equal. apply IH. intros y there. apply same. now right.
Qed.

Lemma total_add {A} (f g : A -> N) l : total (fun x => f x + g x) l = total f l + total g l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [total fold_right] in *. unfold total in *. rewrite IH. lia. Qed.

Lemma total_swap {A B} (f : A -> B -> N) l m : total (fun x => total (f x) m) l = total (fun y => total (fun x => f x y) l) m.
Proof.
  induction l as [|x l IH].
  - cbn. induction m as [|y m IHm]; [reflexivity|]. cbn [total fold_right]. exact IHm.
  - change (total (f x) m + total (fun x => total (f x) m) l =
      total (fun y => f x y + total (fun x => f x y) l) m). now rewrite total_add, IH.
Qed.

Lemma total_once {A} (b : A -> bool) n l : length (filter b l) = 1%nat -> total (fun x => if b x then n else 0) l = n.
Proof.
  enough (total (fun x => if b x then n else 0) l = n * N.of_nat (length (filter b l))) as H by (intros E; rewrite H, E; lia).
  induction l as [|x l IH]; [cbn; lia|]. cbn [total fold_right filter] in *. unfold total in IH. rewrite IH.
  destruct (b x); cbn [length]; lia.
Qed.

Lemma total_couples {A} (f : A -> N) n : forall l, length l = (2 * n)%nat ->
  total (fun two => f (fst two) + f (snd two)) (couples l) = total f l.
Proof.
  induction n as [|n IH]; intros l long.
  - destruct l; [reflexivity|discriminate].
  - destruct l as [|a [|b l]]; [discriminate|cbn in long; lia|]. cbn [couples].
    change (f a + f b + total (fun two => f (fst two) + f (snd two)) (couples l) = f a + (f b + total f l)).
    rewrite IH by (cbn [length] in long; lia). lia.
Qed.

Lemma total_combine {A B} (f : A -> bool) (w : list B) (g : bool * B -> N) l :
  total g (combine (map f l) w) = total (fun '(x, y) => g (f x, y)) (combine l w).
Proof.
  revert w. induction l as [|x l IH]; intros [|y w]; try reflexivity. cbn [map combine total fold_right].
  f_equal. apply IH.
Qed.

Lemma place_found (to : nat -> nat) l i :
  option_map snd (find (fun both => fst both =? i)%nat (combine l (map to l))) = if listed l i then Some (to i) else None.
Proof.
  induction l as [|j l IH]; [reflexivity|]. cbn [map combine find fst listed existsb]. rewrite (Nat.eqb_sym i j).
  destruct (Nat.eqb_spec j i) as [->|]; [reflexivity|]. exact IH.
Qed.

(** Each mark of a view is about one piece. *)
Definition is_about (r : nat) (both : nat * nat) : bool := listed (stickers_from r) (fst both) && listed (stickers_from r) (snd both).

Lemma about_one_piece : forallb (fun c => forallb (fun a => forallb (fun both =>
    (length (filter (fun r => is_about r both) (pieces_of (sort_of c))) =? 1)%nat
    && listed (stickers_of (sort_of c)) (fst both) && listed (stickers_of (sort_of c)) (snd both)
    && (fst both <? 54)%nat && (snd both <? 54)%nat)
    (places (painting_of c a))) axes) coordinates = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma pieces_are_stickers o r : In r (pieces_of o) -> In r (stickers_of o) /\ In (next r) (stickers_of o).
Proof.
  assert (forallb (fun o => forallb (fun r => listed (stickers_of o) r && listed (stickers_of o) (next r)) (pieces_of o)) sorts = true)
    as H by (vm_cast_no_check (eq_refl true)).
  intros there. pose proof (proj1 (forallb_forall _ _) H o (in_sorts o)) as H1. cbv beta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 r there) as H2. cbv beta in H2. apply andb_prop in H2 as [K1 K2].
  split; now apply listed_spec.
Qed.

Lemma piece_adds_right c a word r : Forall (fun kind => In kind kinds) word -> In r (pieces_of (sort_of c)) ->
  piece_adds c a r (source word r) =
  total (fun '(both, w) => if is_about r both then
    marked (paint (painting_of c a) (face_of 3 (source word (fst both))) (face_of 3 (source word (snd both)))) w else 0)
    (combine (places (painting_of c a)) (weights c)).
Proof.
  intros all there. destruct (pieces_are_stickers _ r there) as [inside inside'].
  assert (stickers_from (source word r) = map (source word) (stickers_from r)) as E.
  { unfold stickers_from. cbn [map].
    now rewrite (proj2 (source_next _ word all _ inside')), (proj2 (source_next _ word all _ inside)). }
  unfold piece_adds. cbv zeta. apply total_ext. intros [[i mate] w] _. unfold place_on. rewrite E.
  rewrite !place_found. unfold is_about. cbn [fst snd].
  destruct (listed (stickers_from r) i), (listed (stickers_from r) mate); reflexivity.
Qed.

Lemma nth_solved i : (i < 54)%nat -> nth i (solved_colours 3) U = face_of 3 i.
Proof.
  intros short. unfold solved_colours. rewrite nth_indep with (d' := face_of 3 0) by (rewrite map_length, seq_length; exact short).
  rewrite (map_nth (face_of 3)). now rewrite seq_nth by exact short.
Qed.

Theorem pieces_add_up c a word : Forall (fun kind => In kind kinds) word ->
  total (fun r => piece_adds c a r (source word r)) (pieces_of (sort_of c)) =
  code c (view (painting_of c a) (inverse_by word)).
Proof.
  intros all. rewrite (total_ext _ _ _ (fun r there => piece_adds_right c a word r all there)).
  rewrite total_swap. unfold code, view. rewrite total_combine.
  apply total_ext. intros [both w] there. apply in_combine_l in there. cbv beta.
  pose proof (proj1 (forallb_forall _ _) about_one_piece c (in_coordinates c)) as H1. cbv beta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 a (in_axes a)) as H2. cbv beta in H2.
  pose proof (proj1 (forallb_forall _ _) H2 both there) as H3. cbv beta in H3. clear H1 H2.
  apply andb_prop in H3 as [H3 short']. apply andb_prop in H3 as [H3 short]. apply andb_prop in H3 as [H3 _].
  apply andb_prop in H3 as [once _]. apply Nat.eqb_eq in once. apply Nat.ltb_lt in short, short'.
  rewrite (total_once (fun r => is_about r both) _ _ once). destruct both as [i mate]. cbn [fst snd] in *.
  unfold inverse_by. destruct (nth_after_word word (solved_colours 3) i all short) as [-> small].
  destruct (nth_after_word word (solved_colours 3) mate all short') as [-> small'].
  now rewrite !nth_solved.
Qed.

(** ** The numbers of the inverse *)

Definition located (v : pieces) (s : colouring) : Prop :=
  forall o, Forall2 (fun two j => exists x x',
    places_at o j = Some (x, x') /\ is_at s (fst two) x /\ is_at s (snd two) x') (couples (pieces_of o)) (held o v).

Lemma places_inside o j x x' : places_at o j = Some (x, x') ->
  In x (stickers_of o) /\ In x' (stickers_of o) /\ In j (words_below how_many_pairs).
Proof.
  intros found. unfold places_at in found. split; [|split].
  - apply nth_error_In in found. unfold pairs in found. now apply in_prod_iff in found.
  - apply nth_error_In in found. unfold pairs in found. now apply in_prod_iff in found.
  - apply words_below_spec; [reflexivity|].
    assert (N.to_nat (number j) < length (pairs o))%nat as small by (apply nth_error_Some; rewrite found; discriminate).
    assert (length (pairs o) = 576%nat) as E by (destruct o; vm_compute; reflexivity).
    rewrite E in small. unfold number in small. unfold how_many_pairs. lia.
Qed.

Lemma list_prod_map {A B C D} (f : A -> C) (g : B -> D) l m :
  list_prod (map f l) (map g m) = map (fun '(x, y) => (f x, g y)) (list_prod l m).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [map list_prod]. rewrite map_app, IH, !map_map. reflexivity.
Qed.

Lemma two_bytes_less m i : value (two_bytes m i) < 65536.
Proof.
  assert (forall lower upper, lower mod 256 + 256 * (upper mod 256) < 65536) as H; [|apply H].
  intros lower upper.
  assert (lower mod 256 < 256) as H1 by now apply N.mod_lt. assert (upper mod 256 < 256) as H2 by now apply N.mod_lt.
  revert H1 H2. generalize (lower mod 256) (upper mod 256). lia.
Qed.

Lemma row_right m row : forall place place' k u w, row_ok m place row = true -> nth_error row k = Some (u, w) ->
  value place + N.of_nat (length row) < 2 ^ 30 -> value place' = value place + N.of_nat k ->
  value (two_bytes m place') = u + w.
Proof.
  change (2 ^ 30) with 1073741824.
  induction row as [|[u0 w0] row IH]; intros place place' k u w H found few E; [destruct k; discriminate|].
  cbn [row_ok] in H. apply andb_prop in H as [here H]. destruct k as [|k].
  - injection found as -> ->. apply N.eqb_eq in here. rewrite <- here. unfold number. f_equal. f_equal. apply word_ext. lia.
  - cbn [nth_error length] in *. assert (value (add place one) = value place + 1) as E'
      by (rewrite value_add, one_is_1; [reflexivity|]; rewrite one_is_1; change (2 ^ 30) with 1073741824; lia).
    apply (IH (add place one) place' k u w H found); rewrite E'; lia.
Qed.

(** The sum of the shares of pairs. *)
Fixpoint summed (m : memory) (start : word) (js : list word) : N :=
  match js with
  | [] => 0
  | j :: rest => value (two_bytes m (add start j)) + summed m (add start two_pieces) rest
  end.

Lemma two_pieces_is : value two_pieces = 576.
Proof. apply value_literal. reflexivity. Qed.

Lemma rows_right m c a (to : nat -> nat) two : forall js start, rows_ok m c a start two = true ->
  value start + 576 * N.of_nat (length two) < 2 ^ 30 ->
  Forall2 (fun both j => places_at (sort_of c) j = Some (to (fst both), to (snd both))) two js ->
  summed m start js =
  total (fun both => piece_adds c a (fst both) (to (fst both)) + piece_adds c a (snd both) (to (snd both))) two.
Proof.
  change (2 ^ 30) with 1073741824.
  induction two as [|[r r'] two IH]; intros js start H few all; inversion all as [|? j ? rest found all']; subst; [reflexivity|].
  cbn [rows_ok] in H. cbv zeta in H. apply andb_prop in H as [here H]. cbn [length] in few. cbn [fst snd] in found.
  cbn [summed total fold_right fst snd]. f_equal.
  - destruct (places_inside _ _ _ _ found) as (_ & _ & small). apply words_below_spec in small; [|reflexivity].
    unfold how_many_pairs in small.
    assert (value (add start j) = value start + value j) as E by (apply value_add; change (2 ^ 30) with 1073741824; lia).
    unfold places_at in found. rewrite list_prod_map in here.
    apply (row_right m _ start (add start j) (N.to_nat (number j)) _ _ here).
    + exact (map_nth_error (fun '(x, y) => (piece_adds c a r x, piece_adds c a r' y)) _ _ found).
    + rewrite map_length. change (2 ^ 30) with 1073741824.
      assert (length (list_prod (stickers_of (sort_of c)) (stickers_of (sort_of c))) = 576%nat) as E'
        by (destruct c; vm_compute; reflexivity).
      rewrite E'. lia.
    + rewrite E. unfold number. lia.
  - assert (value (add start two_pieces) = value start + 576) as E
      by (rewrite value_add, two_pieces_is; [reflexivity|]; rewrite two_pieces_is; change (2 ^ 30) with 1073741824; lia).
    apply IH; [exact H| |exact all']. rewrite E. lia.
Qed.

Lemma add_again a b c : add a (add b c) = add (add a b) c.
Proof.
  apply word_ext. unfold add, literal. cbn [value]. assert (2 ^ width <> 0) as some by (apply N.pow_nonzero; discriminate).
  rewrite N.add_mod_idemp_r, N.add_mod_idemp_l by exact some. f_equal. lia.
Qed.

Lemma summed_corners m start v : value (of_corners m start v) = summed m start (held Corners v).
Proof.
  unfold of_corners, six_pieces, four_pieces. rewrite !(add_again start). cbn [held summed]. rewrite ?(add_again start).
  repeat match goal with |- context [two_bytes m ?i] =>
    generalize (two_bytes_less m i); generalize (two_bytes m i); intros ? ? end.
  repeat rewrite value_add; change (2 ^ 30) with 1073741824; repeat rewrite value_add; change (2 ^ 30) with 1073741824; lia.
Qed.

Lemma summed_edges m start v : value (of_edges m start v) = summed m start (held Edges v).
Proof.
  unfold of_edges, ten_pieces, eight_pieces, six_pieces, four_pieces. rewrite !(add_again start). cbn [held summed].
  rewrite ?(add_again start).
  repeat match goal with |- context [two_bytes m ?i] =>
    generalize (two_bytes_less m i); generalize (two_bytes m i); intros ? ? end.
  repeat rewrite value_add; change (2 ^ 30) with 1073741824; repeat rewrite value_add; change (2 ^ 30) with 1073741824;
    repeat rewrite value_add; change (2 ^ 30) with 1073741824; lia.
Qed.

Lemma starts_are_small c a : value (shares_of c a) < 2 ^ 20.
Proof. destruct c, a; (eapply N.le_lt_trans; [apply N.eq_le_incl; apply value_literal; reflexivity|reflexivity]). Qed.

Lemma zero_is_solved c : decode (numbered (views c)) zero = Some (goal_view c).
Proof. unfold decode, number. rewrite zero_is_0. destruct c; vm_compute; reflexivity. Qed.

Section Checked.

Variable m : memory.
Hypothesis checked : numbers_ok m = true.
Hypothesis inverse_checked : inverse_ok m = true.

Lemma pair_turned o j kind x x' : In kind kinds -> places_at o j = Some (x, x') ->
  places_at o (pair_moved m (pair_moves o) j (on First kind)) = Some (taken kind x, taken kind x').
Proof.
  intros there found. destruct (places_inside _ _ _ _ found) as (_ & _ & small).
  unfold inverse_ok in inverse_checked. apply andb_prop in inverse_checked as [H _]. apply andb_prop in H as [H _].
  pose proof (proj1 (forallb_forall _ _) H o (in_sorts o)) as H1. unfold pair_moves_ok in H1. cbv zeta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 j small) as H2. cbv beta in H2. clear H H1.
  fold (places_at o j) in H2. rewrite found in H2.
  pose proof (proj1 (forallb_forall _ _) H2 _ (in_map (fun kind => (on First kind, undo_permutation kind)) _ _ there)) as H3.
  cbv beta iota in H3. clear H2. fold (places_at o (pair_moved m (pair_moves o) j (on First kind))) in H3.
  destruct (places_at o (pair_moved m (pair_moves o) j (on First kind))) as [[y y']|]; [|discriminate].
  apply andb_prop in H3 as [one two]. apply Nat.eqb_eq in one, two. unfold taken. now rewrite one, two.
Qed.

Theorem located_turned v s kind : In kind kinds -> located v s ->
  located (turned_pieces m v (on First kind)) (face_turn s kind).
Proof.
  intros there all o. specialize (all o).
  assert (held o (turned_pieces m v (on First kind)) = map (fun j => pair_moved m (pair_moves o) j (on First kind)) (held o v)) as E
    by (destruct o; reflexivity).
  rewrite E. revert all. generalize (couples (pieces_of o)) (held o v). intros l js. induction 1 as [|two j l js H all IH]; [constructor|].
  constructor; [|exact IH]. destruct H as (x & x' & found & one & other).
  destruct (places_inside _ _ _ _ found) as (inside & inside' & _).
  exists (taken kind x), (taken kind x'). split; [now apply pair_turned|].
  split; [now apply (is_at_turned kind o s)|now apply (is_at_turned kind o s)].
Qed.

Lemma shows_after word : forall a p s, Forall (fun kind => In kind kinds) word -> shows a p s ->
  exists p', shows a p' (run face_turn s word).
Proof.
  induction word as [|kind word IH]; intros a p s all shown; [now exists p|]. inversion all; subst.
  apply (IH a (turned_place m p (on a kind))); [assumption|]. now apply shows_turned.
Qed.

(** The sum of what the pairs add is the code of the view of the inverse. *)
Lemma summed_is_code c a v s word : located v s -> Forall (fun kind => In kind kinds) word -> is_goal (run face_turn s word) ->
  summed m (shares_of c a) (held (sort_of c) v) = code c (view (painting_of c a) (inverse_by word)).
Proof.
  intros all turns ends. rewrite <- pieces_add_up by assumption.
  unfold inverse_ok in inverse_checked. apply andb_prop in inverse_checked as [_ H].
  pose proof (proj1 (forallb_forall _ _) H c (in_coordinates c)) as H1. cbv beta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 a (in_axes a)) as H2. cbv beta in H2. clear H H1.
  assert (exists n, length (pieces_of (sort_of c)) = (2 * n)%nat) as (n & even)
    by (destruct c; [exists 4%nat|exists 6%nat|exists 6%nat]; reflexivity).
  rewrite <- (total_couples _ n _ even).
  apply rows_right; [exact H2| |].
  - pose proof (starts_are_small c a) as small. change (2 ^ 20) with 1048576 in small. change (2 ^ 30) with 1073741824.
    assert (length (couples (pieces_of (sort_of c))) <= 6)%nat as few by (destruct c; cbn; lia). lia.
  - specialize (all (sort_of c)).
    assert (forall two, In two (couples (pieces_of (sort_of c))) ->
      In (fst two) (pieces_of (sort_of c)) /\ In (snd two) (pieces_of (sort_of c))) as members.
    { clear. intros two. assert (forallb (fun o => forallb (fun two => listed (pieces_of o) (fst two) && listed (pieces_of o) (snd two))
        (couples (pieces_of o))) sorts = true) as H by (vm_cast_no_check (eq_refl true)).
      intros there. pose proof (proj1 (forallb_forall _ _) H _ (in_sorts (sort_of c))) as H1. cbv beta in H1.
      pose proof (proj1 (forallb_forall _ _) H1 two there) as H2. cbv beta in H2. apply andb_prop in H2 as [K1 K2].
      split; now apply listed_spec. }
    revert members all. generalize (couples (pieces_of (sort_of c))) (held (sort_of c) v). intros l js members.
    induction 1 as [|two j l js H all IH]; [constructor|]. constructor; [|apply IH; intros other there; apply members; now right].
    destruct H as (x & x' & found & one & other). destruct (places_inside _ _ _ _ found) as (inside & inside' & _).
    destruct (members two (or_introl eq_refl)) as [home home'].
    rewrite (brought_home _ _ word (proj1 (pieces_are_stickers _ _ home)) s x inside one turns ends).
    rewrite (brought_home _ _ word (proj1 (pieces_are_stickers _ _ home')) s x' inside' other turns ends).
    exact found.
Qed.

Lemma settled_is_number c a v sum i : code c (view (painting_of c a) v) = value sum -> value sum < 2 ^ 30 ->
  shows_number c a i v -> settled m c sum = i.
Proof.
  intros E small [few shown]. unfold inverse_ok in inverse_checked. apply andb_prop in inverse_checked as [H _].
  apply andb_prop in H as [_ H]. pose proof (proj1 (forallb_forall _ _) H c (in_coordinates c)) as H1. clear H.
  unfold codes_ok in H1. cbv zeta in H1.
  pose proof (proj1 (forallb_forall _ _) H1 i (in_all_numbers c i few)) as H2. cbv beta in H2. rewrite shown, E in H2.
  apply eqb_spec in H2. rewrite <- H2. f_equal. apply word_ext. symmetry. now apply value_literal.
Qed.

(** The view of the inverse, if a word solves the cube. *)
Lemma shows_inverse v s word a : located v s -> Forall (fun kind => In kind kinds) word -> is_goal (run face_turn s word) ->
  shows a (Place (inverse_twist m v a) (inverse_flip m v a) (inverse_slots m v a)) (inverse_by word).
Proof.
  intros all turns ends.
  assert (shows a (Place zero zero zero) (solved_colours 3)) as first.
  { intros c. assert (number_in c (Place zero zero zero) = zero) as -> by (destruct c; reflexivity). split.
    - rewrite zero_is_0. destruct c; reflexivity.
    - rewrite solved_view. apply zero_is_solved. }
  destruct (shows_after word a _ _ turns first) as (p & shown). fold (inverse_by word) in shown.
  assert (E : forall c, number_in c (Place (inverse_twist m v a) (inverse_flip m v a) (inverse_slots m v a)) = number_in c p).
  { intros c. pose proof (summed_is_code c a v s word all turns ends) as sum.
    assert (corners : value (of_corners m (shares_of c a) v) < 2 ^ 30).
    { rewrite summed_corners. cbn [held summed]. change (2 ^ 30) with 1073741824.
      repeat match goal with |- context [two_bytes m ?i] => generalize (two_bytes_less m i); generalize (two_bytes m i); intros ? ? end.
      lia. }
    assert (edges : value (of_edges m (shares_of c a) v) < 2 ^ 30).
    { rewrite summed_edges. cbn [held summed]. change (2 ^ 30) with 1073741824.
      repeat match goal with |- context [two_bytes m ?i] => generalize (two_bytes_less m i); generalize (two_bytes m i); intros ? ? end.
      lia. }
    specialize (shown c). destruct c; cbn [number_in twist flip slots sort_of] in *.
    - rewrite <- summed_corners in sum. exact (settled_is_number Twist a _ _ _ (eq_sym sum) corners shown).
    - rewrite <- summed_edges in sum. exact (settled_is_number Flip a _ _ _ (eq_sym sum) edges shown).
    - rewrite <- summed_edges in sum. exact (settled_is_number Slots a _ _ _ (eq_sym sum) edges shown). }
  intros c. rewrite E. apply shown.
Qed.

End Checked.

Theorem inverse_shows : forall m, numbers_ok m = true -> inverse_ok m = true ->
  forall v s word a, located v s -> Forall (fun kind => In kind kinds) word -> is_goal (run face_turn s word) ->
  shows a (Place (inverse_twist m v a) (inverse_flip m v a) (inverse_slots m v a)) (inverse_by word).
Proof. exact shows_inverse. Qed.

(** ** The pieces of a cube are found *)

Lemma all_found_spec {A} (found : list (option A)) : forall l, all_found found = Some l -> found = map Some l.
Proof.
  induction found as [|[x|] found IH]; intros l H; cbn [all_found] in H; [now injection H as <-| |discriminate].
  destruct (all_found found) as [rest|]; [|discriminate]. injection H as <-. cbn [map]. f_equal. now apply IH.
Qed.

Lemma found_pair s o r r' j : find_pair s o r r' = Some j ->
  exists x x', places_at o j = Some (x, x') /\ is_at s r x /\ is_at s r' x'.
Proof.
  unfold find_pair. cbv zeta. intros H. apply find_some in H as [_ H].
  destruct (places_at o j) as [[x x']|]; [|discriminate]. apply andb_prop in H as [one two].
  apply listed_spec in one, two. apply filter_In in one as [_ one], two as [_ two].
  exists x, x'. split; [reflexivity|]. split; now apply at_place_spec.
Qed.

Lemma found_pairs s o l : forall js, map (fun '(r, r') => find_pair s o r r') l = map Some js ->
  Forall2 (fun two j => exists x x', places_at o j = Some (x, x') /\ is_at s (fst two) x /\ is_at s (snd two) x') l js.
Proof.
  induction l as [|[r r'] l IH]; intros [|j js] H; try discriminate; [constructor|]. injection H as one rest.
  constructor; [now apply found_pair|now apply IH].
Qed.

Theorem pieces_found s v : find_pieces s = Some v -> located v s.
Proof.
  unfold find_pieces. cbv zeta.
  destruct (all_found (map _ (couples (pieces_of Corners)))) as [cs|] eqn:C; [|discriminate].
  destruct (all_found (map _ (couples (pieces_of Edges)))) as [es|] eqn:E;
    [|destruct cs as [|? [|? [|? [|? [|? ?]]]]]; discriminate].
  apply all_found_spec, found_pairs in C, E.
  destruct cs as [|c1 [|c2 [|c3 [|c4 [|? ?]]]]]; try discriminate.
  destruct es as [|e1 [|e2 [|e3 [|e4 [|e5 [|e6 [|? ?]]]]]]]; try discriminate.
  intros H. injection H as <-. intros []; assumption.
Qed.

(** ** Examples *)

(** The turns of a word are undone from the last one to the first: not in the order of the word. *)
Example undone_from_the_last :
  let word := [(R, 1); (U, 1)]%nat in
  let same := fun undo => bools_eqb (view (painting_of Twist First) (run face_turn (inverse_by word) undo)) (goal_view Twist) in
  same (undone word) = true /\ same (map undo_of word) = false.
Proof. split; [vm_cast_no_check (eq_refl true) | vm_cast_no_check (eq_refl false)]. Qed.

(** A piece is where its colours are, in their order: the corner of U, R and F after R, and its other twists. *)
Example the_place_has_the_twist :
  let s := face_turn (solved_colours 3) (R, 1)%nat in
  filter (at_place s 8) (stickers_of Corners) = [taken (R, 1)%nat 8].
Proof. vm_cast_no_check (eq_refl [taken (R, 1)%nat 8]). Qed.

(** The bound of the inverse stays after a turn of its axis and after a half turn, and not after a quarter turn of another axis. *)
Example these_turns_leave_an_axis :
  map (leaves First) [(U, 1); (D, 3); (R, 2); (R, 1); (F, 3)]%nat = [true; true; true; false; false].
Proof. reflexivity. Qed.
