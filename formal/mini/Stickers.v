(** The states of the 2×2×2 and its stickers: the turns r, b, d are those of the geometry.

    What a state looks like is read off its pieces and orientations; a turn of the faces R, B and D then does
    to the stickers, points of a lattice that a slab carries around, what r, b and d do to the pieces. *)

From Coq Require Import ZArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof Require Puzzle.
From Cubeproof.mini Require Import State.
Import ListNotations.

(** * Statements *)

(** A corner by its faces, clockwise from the one on U or D. *)
Definition corner : Type := face * face * face.

(** The place that is home to a piece: [P1] belongs to place 1. *)
Definition place_of (p : piece) : corner :=
  match p with
  | P1 => (U, R, F) | P2 => (D, F, R) | P3 => (D, L, F) | P4 => (U, B, R) | P5 => (D, R, B)
  | P6 => (D, B, L) | P7 => (U, L, B)
  end.

(** The corner that never moves. *)
Definition fixed_corner : corner := (U, F, L).

(** The number of the sticker that a corner has on its first face: one further out along it than the cubie. *)
Definition sticker_on_first : corner -> nat :=
  fun '(f, g, h) => number 2 (add (normal f) (add (add (normal f) (normal g)) (normal h))).

Definition rotated : corner -> corner := fun '(f, g, h) => (g, h, f).

Definition stickers_of (c : corner) : list nat :=
  [sticker_on_first c; sticker_on_first (rotated c); sticker_on_first (rotated (rotated c))].

(** What a piece with an orientation shows clockwise, from the first sticker of its place on: orientations
    count counterclockwise. *)
Definition shown (p : piece) (o : orientation) : list face :=
  let '(f, g, h) := place_of p in
  match o with O1 => [f; g; h] | O2 => [g; h; f] | O3 => [h; f; g] end.

(** Which colour is where: for every sticker. *)
Definition painted (s : state) : list (nat * face) :=
  combine (stickers_of fixed_corner) [U; F; L] ++
  flat_map (fun '(place, (p, o)) => combine (stickers_of (place_of place)) (shown p o))
    (combine all_pieces (combine (list_of (pieces s)) (list_of (orientations s)))).

(** The colours that people see. *)
Definition colours (s : state) : colouring :=
  map (fun sticker => match List.find (fun '(n, _) => n =? sticker) (painted s) with
                      | Some (_, colour) => colour
                      | None => U
                      end) (seq 0 (stickers 2)).

Definition face_of_quarter (t : quarter) : face := match t with r => R | b => B | d => D end.

(** The turn of a face that a move is. *)
Definition slab_of : move -> slab := fun '(t, k) => Slab (face_of_quarter t) 1 1 k.

(** * Proofs *)

(** The colours one by one, for pieces and orientations that are not known. *)
Definition shows (p : piece) (o : orientation) (k : nat) : face := nth k (shown p o) U.

Lemma shown_is p o : shown p o = [shows p o 0; shows p o 1; shows p o 2].
Proof. destruct p, o; reflexivity. Qed.

Lemma shows_up p o :
  shows p (up o) 0 = shows p o 1 /\ shows p (up o) 1 = shows p o 2 /\ shows p (up o) 2 = shows p o 0.
Proof. destruct p, o; repeat split. Qed.

Lemma shows_down p o :
  shows p (down o) 0 = shows p o 2 /\ shows p (down o) 1 = shows p o 0 /\ shows p (down o) 2 = shows p o 1.
Proof. destruct p, o; repeat split. Qed.

Ltac forget_pieces :=
  repeat match goal with |- context [shows ?p ?o ?k] => generalize (shows p o k); intro end.

(** The list of colours, with the geometry evaluated. *)
Lemma colours_are p1 p2 p3 p4 p5 p6 p7 o1 o2 o3 o4 o5 o6 o7 :
  colours (State (Seven p1 p2 p3 p4 p5 p6 p7) (Seven o1 o2 o3 o4 o5 o6 o7)) =
  [shows p7 o7 0; shows p4 o4 0; U; shows p1 o1 0;
   shows p1 o1 1; shows p4 o4 2; shows p2 o2 2; shows p5 o5 1;
   F; shows p1 o1 2; shows p3 o3 2; shows p2 o2 1;
   shows p3 o3 0; shows p2 o2 0; shows p6 o6 0; shows p5 o5 0;
   shows p7 o7 1; L; shows p6 o6 2; shows p3 o3 1;
   shows p4 o4 1; shows p7 o7 2; shows p5 o5 2; shows p6 o6 1].
Proof.
  unfold colours, painted; cbn [pieces orientations list_of all_pieces combine flat_map]; rewrite !shown_is.
  forget_pieces; vm_compute; reflexivity.
Qed.

(** r, b and d turn the stickers as the clockwise turns of R, B and D do. *)
Theorem quarter_turns_agree t s :
  colours (turned t s) = Geometry.turned 2 (Slab (face_of_quarter t) 1 1 1) (colours s).
Proof.
  destruct s as [[p1 p2 p3 p4 p5 p6 p7] [o1 o2 o3 o4 o5 o6 o7]].
  destruct t; unfold turned; cbn [pieces orientations carried twisted]; rewrite !colours_are;
    repeat match goal with
      | |- context [shows ?p (up ?o) _] => destruct (shows_up p o) as (-> & -> & ->)
      | |- context [shows ?p (down ?o) _] => destruct (shows_down p o) as (-> & -> & ->)
      end;
    forget_pieces; vm_compute; reflexivity.
Qed.

(** So do moves. *)
Theorem moves_agree m s g : In g (moves m) -> colours (make s g) = Geometry.turned 2 (slab_of g) (colours s).
Proof.
  destruct g as [t k]; intros G; apply in_prod_iff in G as [_ K].
  assert (Twice : forall f c, In f [R; D; B] ->
    let quarter := Geometry.turned 2 (Slab f 1 1 1) in
    Geometry.turned 2 (Slab f 1 1 2) c = quarter (quarter c) /\
    Geometry.turned 2 (Slab f 1 1 3) c = quarter (Geometry.turned 2 (Slab f 1 1 2) c)).
  { intros f c [<- | [<- | [<- | []]]]; split; vm_compute; reflexivity. }
  assert (T : In (face_of_quarter t) [R; D; B]) by (destruct t; simpl; tauto).
  destruct (Twice _ (colours s) T) as [Two Three].
  assert (K' : k = 1 \/ k = 2 \/ k = 3) by (destruct m; simpl in K; intuition auto).
  unfold make, slab_of, Nat.iter, nat_rect; cbn [fst snd].
  destruct K' as [-> | [-> | ->]]; rewrite ?Three, ?Two, !quarter_turns_agree; reflexivity.
Qed.

(** And words of moves. *)
Corollary words_agree m s word : (forall g, In g word -> In g (moves m)) ->
  colours (Puzzle.run make s word) = after 2 (map slab_of word) (colours s).
Proof.
  revert s; induction word as [|g word IH]; intros s W; [reflexivity|].
  cbn [Puzzle.run fold_left map after]; unfold Puzzle.run, after in IH.
  rewrite IH by (intros; apply W; now right).
  now rewrite (moves_agree m) by (apply W; now left).
Qed.

(** Home is the cube as it comes from the shop. *)
Theorem home_colours : colours home = solved_colours 2.
Proof. vm_compute; reflexivity. Qed.

Lemma two_colours p o q : shows p o 0 = shows q O1 0 -> shows p o 1 = shows q O1 1 -> p = q /\ o = O1.
Proof. destruct p, o, q; first [discriminate | split; reflexivity]. Qed.

Lemma two_colours' p o q : shows p o 2 = shows q O1 2 -> shows p o 1 = shows q O1 1 -> p = q /\ o = O1.
Proof. destruct p, o, q; first [discriminate | split; reflexivity]. Qed.

Lemma two_colours'' p o q : shows p o 0 = shows q O1 0 -> shows p o 2 = shows q O1 2 -> p = q /\ o = O1.
Proof. destruct p, o, q; first [discriminate | split; reflexivity]. Qed.

(** No other state has six faces of one colour each. *)
Theorem solved_is_home s : solved 2 (colours s) -> s = home.
Proof.
  destruct s as [[p1 p2 p3 p4 p5 p6 p7] [o1 o2 o3 o4 o5 o6 o7]].
  rewrite colours_are; intros [_ H].
  match type of H with forall f, exists colour, forall sticker, _ -> _ -> nth sticker ?c U = colour =>
    assert (Same : forall i j, (i <? 24) && (j <? 24) && face_eqb (face_of 2 i) (face_of 2 j) = true ->
                               nth i c U = nth j c U)
  end.
  { intros i j E; apply andb_prop in E as [E Face]; apply andb_prop in E as [I J].
    apply Nat.ltb_lt in I, J; apply face_eqb_spec in Face.
    destruct (H (face_of 2 j)) as [colour C]; now rewrite (C i I Face), (C j J eq_refl). }
  (* The stickers 2, 8 and 17 are those of the corner that stays. *)
  destruct (two_colours p7 o7 P7 (Same 0 2 eq_refl) (Same 16 17 eq_refl)) as [-> ->].
  destruct (two_colours'' p1 o1 P1 (Same 3 2 eq_refl) (Same 9 8 eq_refl)) as [-> ->].
  destruct (two_colours' p3 o3 P3 (Same 10 8 eq_refl) (Same 19 17 eq_refl)) as [-> ->].
  destruct (two_colours p4 o4 P4 (Same 1 2 eq_refl) (Same 20 21 eq_refl)) as [-> ->].
  destruct (two_colours p2 o2 P2 (Same 13 12 eq_refl) (Same 11 8 eq_refl)) as [-> ->].
  destruct (two_colours p5 o5 P5 (Same 15 12 eq_refl) (Same 7 4 eq_refl)) as [-> ->].
  destruct (two_colours p6 o6 P6 (Same 14 12 eq_refl) (Same 23 21 eq_refl)) as [-> ->].
  reflexivity.
Qed.
