(** * Solved: a cube of the right pieces, with one colour on each face

    A colouring is a list of colours, and most lists are no cube. A cube that was taken apart and put together
    again has as many stickers of each colour as the solved cube, and the same pieces, none of them mirrored. It
    is solved if each of its six faces has one colour, in any hold. *)

From Coq Require Import ZArith List Bool Arith Permutation Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists.
Import ListNotations.

(** Two stickers are on one piece. *)
Definition on_one_piece (size i j : nat) : bool :=
  let piece sticker := cubie size (nth sticker (points size) (0, 0, 0)%Z) in point_eqb (piece i) (piece j).

(** Take the solved cube apart and put it together again, so that place [i] shows what was in place [nth i p 0].
    Each piece is moved as a rotation of the whole cube moves it: it stays whole, and is no mirror image. *)
Definition reassembles (size : nat) (p : permutation) : Prop :=
  Permutation (identity size) p /\
  forall sticker, sticker < stickers size -> exists rotation, In rotation (rotations size) /\
    forall mate, mate < stickers size -> on_one_piece size sticker mate = true ->
                 nth mate p 0 = nth mate rotation 0.

Definition of_pieces (size : nat) (colours : colouring) : Prop :=
  exists p, reassembles size p /\ colours = gather U p (solved_colours size).

Record solved (size : nat) (colours : colouring) : Prop := {
  right_pieces : of_pieces size colours;
  one_colour_each : forall f, exists colour, forall sticker,
    sticker < stickers size -> face_of size sticker = f -> nth sticker colours U = colour
}.

(** ** The same, computed *)

Definition colours_eqb (one other : colouring) : bool :=
  if length one =? length other
  then every (fun '(colour, other_colour) => face_eqb colour other_colour) (combine one other) else false.

(** Solved is what the solved cube shows in one of 24 holds. *)
Definition is_solved (size : nat) (colours : colouring) : bool :=
  any (fun rotation => colours_eqb colours (gather U rotation (solved_colours size))) (rotations size).

(** For each sticker, the stickers of its piece. *)
Definition mates_of (size : nat) : list (list nat) :=
  let middles := map (cubie size) (points size) in
  let middle sticker := nth sticker middles (cubie size (0, 0, 0)%Z) in
  map (fun sticker => filter (fun mate => point_eqb (middle sticker) (middle mate)) (identity size)) (identity size).

(** Each sticker comes from where the first rotation has its piece that gives the piece these colours. *)
Definition place_in_solved (size : nat) (colours : colouring) (turned : list (permutation * colouring))
    (sticker : nat) (mates : list nat) : nat :=
  match find (fun '(_, shown) => every (fun mate => face_eqb (nth mate colours U) (nth mate shown U)) mates)
             turned with
  | Some (rotation, _) => nth sticker rotation 0
  | None => stickers size
  end.

Definition places_in_solved (size : nat) (colours : colouring) (pieces : list (list nat)) : permutation :=
  let turned := map (fun rotation => (rotation, gather U rotation (solved_colours size))) (rotations size) in
  map (fun '(sticker, mates) => place_in_solved size colours turned sticker mates)
      (combine (identity size) pieces).

Definition is_of_pieces (size : nat) (colours : colouring) : bool :=
  let all := rotations size in
  let pieces := mates_of size in
  let p := places_in_solved size colours pieces in
  if is_permutation size p
  then if every (fun mates => any (fun rotation =>
                   every (fun mate => nth mate p 0 =? nth mate rotation 0) mates) all) pieces
       then colours_eqb colours (gather U p (solved_colours size)) else false
  else false.

(** * What holds of them *)

Lemma colours_eqb_spec one other : colours_eqb one other = true <-> one = other.
Proof.
  unfold colours_eqb. destruct (length one =? length other) eqn:long.
  - apply Nat.eqb_eq in long. rewrite every_spec. revert other long.
    induction one as [|colour one IH]; intros [|colour' other] long; try discriminate; [now split|].
    injection long as long. specialize (IH other long). split.
    + intros same. f_equal; [now apply face_eqb_spec, (same (colour, colour')), in_eq|].
      apply IH. intros pair listed. apply same. now right.
    + intros [= <- same] pair [<-|listed]; [now apply face_eqb_spec|]. now apply IH.
  - split; [discriminate|]. intros ->. now rewrite Nat.eqb_refl in long.
Qed.

Lemma is_permutation_spec size p : is_permutation size p = true -> Permutation (identity size) p.
Proof.
  unfold is_permutation. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [long all].
  apply NoDup_Permutation_bis.
  - apply seq_NoDup.
  - unfold identity. rewrite seq_length. lia.
  - intros i listed. specialize (all i listed). apply existsb_exists in all as (j & there & same).
    apply Nat.eqb_eq in same. now subst.
Qed.

Lemma mates_are size :
  mates_of size = map (fun sticker => filter (on_one_piece size sticker) (identity size)) (identity size).
Proof.
  unfold mates_of. cbv zeta. apply map_ext. intros sticker. apply filter_ext. intros mate.
  unfold on_one_piece. now rewrite !(map_nth (cubie size)).
Qed.

Lemma mates_listed size sticker : sticker < stickers size ->
  In (filter (on_one_piece size sticker) (identity size)) (mates_of size).
Proof.
  intros below. rewrite mates_are. apply (in_map (fun sticker => filter (on_one_piece size sticker) (identity size))).
  apply in_seq. lia.
Qed.

Lemma is_of_pieces_spec size colours : is_of_pieces size colours = true -> of_pieces size colours.
Proof.
  unfold is_of_pieces. cbv zeta. generalize (places_in_solved size colours (mates_of size)) as p. intros p.
  destruct (is_permutation size p) eqn:whole; [|discriminate].
  destruct (every _ _) eqn:moved; [|discriminate]. intros same.
  exists p. split; [split|].
  - now apply is_permutation_spec.
  - intros sticker below. rewrite every_spec in moved.
    specialize (moved _ (mates_listed size sticker below)).
    apply any_spec in moved as (rotation & listed & equal). exists rotation. split; [assumption|].
    intros mate short one. rewrite every_spec in equal. apply Nat.eqb_eq, equal, filter_In.
    split; [apply in_seq; lia|assumption].
  - now apply colours_eqb_spec.
Qed.

(** ** So a cube has 6·N² stickers, N² of each colour *)

Theorem as_many_stickers size colours : of_pieces size colours -> length colours = stickers size.
Proof.
  intros (p & [whole _] & ->). unfold gather. rewrite map_length.
  apply Permutation_length in whole. rewrite <- whole. apply seq_length.
Qed.

Lemma shown_as_often size colours : of_pieces size colours -> Permutation (solved_colours size) colours.
Proof.
  intros (p & [whole _] & ->).
  transitivity (gather U (identity size) (solved_colours size)); [|now apply Permutation_map].
  enough (gather U (identity size) (solved_colours size) = solved_colours size) as -> by reflexivity.
  assert (length (solved_colours size) = stickers size) as long
    by (unfold solved_colours; now rewrite map_length, seq_length).
  unfold gather, identity. rewrite <- long. generalize (solved_colours size) as shown. clear.
  induction shown as [|colour shown IH]; [reflexivity|]. cbn [length seq map]. rewrite <- seq_shift, map_map.
  cbn [nth]. f_equal. exact IH.
Qed.

Theorem as_many_of_each size colours : In size small -> of_pieces size colours ->
  forall colour, length (filter (face_eqb colour) colours) = size * size.
Proof.
  intros small_size pieces colour. apply shown_as_often in pieces.
  transitivity (length (filter (face_eqb colour) (solved_colours size))).
  - symmetry. induction pieces as [|x one other _ IH|x y one|one other last _ IH _ IH']; cbn.
    + reflexivity.
    + destruct face_eqb; cbn; auto.
    + destruct (face_eqb colour x), (face_eqb colour y); reflexivity.
    + congruence.
  - destruct small_size as [<-|[<-|[]]], colour; reflexivity.
Qed.

(** ** The 24 holds are all the solved cubes *)

(** The colours that a piece may show, for each sticker: the faces of its stickers, and what they show in each
    rotation of the solved cube. *)
Definition pieces_shown (size : nat) : list (list face * list colouring) :=
  let turned := map (fun rotation => gather U rotation (solved_colours size)) (rotations size) in
  map (fun mates => (map (face_of size) mates, map (fun shown => map (fun mate => nth mate shown U) mates) turned))
      (mates_of size).

(** Six colours, painted on the six faces. *)
Definition six_faces (u r f d l b : face) (on : face) : face :=
  match on with U => u | R => r | F => f | D => d | L => l | B => b end.

Definition painted_right (size : nat) : bool :=
  let pieces := pieces_shown size in
  let solved_ones := map (fun rotation => gather U rotation (solved_colours size)) (rotations size) in
  every (fun u => every (fun r => every (fun f => every (fun d => every (fun l => every (fun b =>
    let paint := six_faces u r f d l b in
    if every (fun '(on, shown) => any (colours_eqb (map paint on)) shown) pieces
    then any (colours_eqb (map (fun i => paint (face_of size i)) (identity size))) solved_ones else true)
    faces) faces) faces) faces) faces) faces.

Lemma only_holds_are_painted_right : every painted_right small = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma nth_gathered size p i : length p = stickers size -> i < stickers size ->
  nth i (gather U p (solved_colours size)) U = nth (nth i p 0) (solved_colours size) U.
Proof.
  intros long below. unfold gather.
  rewrite nth_indep with (d' := (fun place => nth place (solved_colours size) U) 0)
    by now rewrite map_length, long.
  apply (map_nth (fun place => nth place (solved_colours size) U)).
Qed.

(** Rotations are permutations of places. *)
Lemma rotations_reassemble size rotation : In size small -> In rotation (rotations size) ->
  reassembles size rotation.
Proof.
  assert (every (fun size => every (is_permutation size) (rotations size)) small = true) as H
    by (vm_cast_no_check (eq_refl true)).
  intros small_size listed. rewrite every_spec in H. specialize (H size small_size). rewrite every_spec in H.
  split; [now apply is_permutation_spec, H|]. intros sticker _. now exists rotation.
Qed.

Lemma length_rotation size rotation : In size small -> In rotation (rotations size) ->
  length rotation = stickers size.
Proof.
  intros small_size listed. destruct (rotations_reassemble size rotation small_size listed) as [whole _].
  apply Permutation_length in whole. rewrite <- whole. apply seq_length.
Qed.

Lemma holds_have_whole_faces size rotation : In size small -> In rotation (rotations size) ->
  forall f, exists colour, forall sticker, sticker < stickers size -> face_of size sticker = f ->
    nth sticker (gather U rotation (solved_colours size)) U = colour.
Proof.
  assert (every (fun size => every (fun rotation => every (fun f => any (fun colour =>
      every (fun sticker => if face_eqb (face_of size sticker) f
                            then face_eqb (nth sticker (gather U rotation (solved_colours size)) U) colour
                            else true) (identity size)) faces) faces) (rotations size)) small = true) as H
    by (vm_cast_no_check (eq_refl true)).
  intros small_size listed f. rewrite every_spec in H. specialize (H size small_size). rewrite every_spec in H.
  specialize (H rotation listed). rewrite every_spec in H. specialize (H f ltac:(destruct f; cbn; tauto)).
  apply any_spec in H as (colour & _ & H). rewrite every_spec in H. exists colour. intros sticker below on.
  specialize (H sticker ltac:(apply in_seq; lia)). rewrite (proj2 (face_eqb_spec _ _) on) in H.
  now apply face_eqb_spec.
Qed.

(** Solved is what the solved cube shows in one of the 24 holds, and nothing else is. *)
Theorem solved_in_some_hold size colours : In size small ->
  solved size colours <->
  exists rotation, In rotation (rotations size) /\ colours = gather U rotation (solved_colours size).
Proof.
  intros small_size. split.
  - intros [pieces faces_whole]. pose proof (as_many_stickers size colours pieces) as long.
    destruct pieces as (p & [whole moved] & same).
    assert (length p = stickers size) as long_p
      by (apply Permutation_length in whole; rewrite <- whole; apply seq_length).
    destruct (faces_whole U) as [u HU], (faces_whole R) as [r HR], (faces_whole F) as [f HF],
      (faces_whole D) as [d HD], (faces_whole L) as [l HL], (faces_whole B) as [b HB].
    assert (forall i, i < stickers size -> nth i colours U = six_faces u r f d l b (face_of size i)) as painted.
    { intros i below. destruct (face_of size i) eqn:on; cbn; auto. }
    assert (colours = map (fun i => six_faces u r f d l b (face_of size i)) (identity size)) as all.
    { apply (nth_ext _ _ U U); [unfold identity; now rewrite map_length, seq_length|].
      intros i below. rewrite long in below. rewrite painted by assumption.
      rewrite nth_indep with (d' := (fun i => six_faces u r f d l b (face_of size i)) 0)
        by (unfold identity; now rewrite map_length, seq_length).
      rewrite (map_nth (fun i => six_faces u r f d l b (face_of size i))). unfold identity. now rewrite seq_nth. }
    pose proof only_holds_are_painted_right as H. rewrite every_spec in H. specialize (H size small_size).
    unfold painted_right in H. cbv zeta in H.
    assert (forall colour, In colour faces) as listed by (intros []; cbn; tauto).
    rewrite every_spec in H; specialize (H u (listed u)). rewrite every_spec in H; specialize (H r (listed r)).
    rewrite every_spec in H; specialize (H f (listed f)). rewrite every_spec in H; specialize (H d (listed d)).
    rewrite every_spec in H; specialize (H l (listed l)). rewrite every_spec in H; specialize (H b (listed b)).
    cbv beta zeta in H. rewrite <- all in H. clear all.
    destruct (every _ _) eqn:E in H.
    + apply any_spec in H as (shown & there & equal). apply in_map_iff in there as (rotation & <- & there).
      exists rotation. split; [assumption|]. now apply colours_eqb_spec.
    + exfalso. enough (every (fun '(on, shown) =>
          any (colours_eqb (map (six_faces u r f d l b) on)) shown) (pieces_shown size) = true) by congruence.
      apply every_spec. unfold pieces_shown. cbv zeta. intros piece there.
      apply in_map_iff in there as (all_mates & <- & there). cbv beta iota.
      rewrite mates_are in there. apply in_map_iff in there as (sticker & <- & below). apply in_seq in below. destruct below as [_ below].
      cbn [Nat.add] in below. destruct (moved sticker below) as (rotation & there & equal).
      set (mates := filter (on_one_piece size sticker) (identity size)) in *. apply any_spec.
      exists (map (fun mate => nth mate (gather U rotation (solved_colours size)) U) mates). split.
      * apply (in_map (fun shown => map (fun mate => nth mate shown U) mates) _
                      (gather U rotation (solved_colours size))).
        now apply (in_map (fun rotation => gather U rotation (solved_colours size)) (rotations size) rotation).
      * apply colours_eqb_spec. rewrite map_map. apply map_ext_in. intros mate mate_listed.
        apply filter_In in mate_listed as [short one]. apply in_seq in short. destruct short as [_ short].
        cbn [Nat.add] in short. rewrite <- painted, same by assumption.
        rewrite !nth_gathered by (auto using length_rotation). now rewrite (equal mate).
  - intros (rotation & listed & ->). split.
    + exists rotation. split; [now apply rotations_reassemble|reflexivity].
    + now apply holds_have_whole_faces.
Qed.

Lemma is_solved_spec size colours : In size small -> is_solved size colours = true <-> solved size colours.
Proof.
  intros small_size. rewrite solved_in_some_hold by assumption. unfold is_solved. rewrite any_spec.
  now setoid_rewrite colours_eqb_spec.
Qed.

(** The solved cube is solved, in each of the 24 holds. *)
Lemma solved_in_every_hold size rotation : In size small -> In rotation (rotations size) ->
  solved size (gather U rotation (solved_colours size)).
Proof. intros. apply solved_in_some_hold; [assumption|]. now exists rotation. Qed.

(** ** Examples

    Colourings for which the tests hold, and colourings for which they must not. *)

Definition exchange (i j : nat) (colours : colouring) : colouring :=
  map (fun k => nth (if k =? i then j else if k =? j then i else k) colours U) (seq 0 (length colours)).

Example these_are_solved :
  map (fun word => is_solved 3 (after 3 word (solved_colours 3)))
      [[]; [Slab R 1 3 1; Slab U 1 3 2]; [Slab R 1 1 1; Slab L 1 2 3; Slab R 1 3 3]; [Slab R 1 1 1]; [Slab R 2 2 1]]
  = [true; true; true; false; false].
Proof. vm_cast_no_check (eq_refl [true; true; true; false; false]). Qed.

(** No stickers; one too many; all of one colour; two colours exchanged, as on a mirrored cube. *)
Example these_are_not_solved :
  map (is_solved 3) [[]; solved_colours 3 ++ [U]; repeat U 54;
                     map (fun i => six_faces D R F U L B (face_of 3 i)) (identity 3)]
  = [false; false; false; false].
Proof. vm_cast_no_check (eq_refl [false; false; false; false]). Qed.

(** Turned; an edge flipped in its place. *)
Example these_are_of_pieces :
  map (is_of_pieces 3) [solved_colours 3; after 3 some_turns (solved_colours 3); exchange 7 19 (solved_colours 3)]
  = [true; true; true].
Proof. vm_cast_no_check (eq_refl [true; true; true]). Qed.

(** Two edges of U and B, two of D and F; a mirrored corner; no stickers; a centre of another colour. *)
Example these_are_not_of_pieces :
  map (is_of_pieces 3) [exchange 19 52 (solved_colours 3); exchange 9 20 (solved_colours 3); [];
                        exchange 4 10 (solved_colours 3)]
  = [false; false; false; false].
Proof. vm_cast_no_check (eq_refl [false; false; false; false]). Qed.
