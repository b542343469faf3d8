(** The 2×2×2 as the article on the Mini-Rubik has it: seven pieces that are placed and twisted, and a corner
    that stays.

    Place i holds piece p_i with orientation o_i. The places are 1 URF, 2 DFR, 3 DLF, 4 UBR, 5 DRB, 6 DBL,
    7 ULB; the corner ULF never moves. The turns r, b and d are the clockwise quarter turns of the faces R, B
    and D. Orientations count counterclockwise. As [src/cubeproof/methods/configurations/indexing.py] has it. *)

From Coq Require Import Arith NArith Bool List Permutation Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
Import ListNotations Geometry(metric(..)).

(** * Statements *)

Inductive piece := P1 | P2 | P3 | P4 | P5 | P6 | P7.

Inductive orientation := O1 | O2 | O3.

(** The article's o+ and o−: a third of a turn counterclockwise, and back. *)
Definition up (o : orientation) : orientation := match o with O1 => O2 | O2 => O3 | O3 => O1 end.
Definition down (o : orientation) : orientation := match o with O1 => O3 | O2 => O1 | O3 => O2 end.

(** Seven of a kind, one for each place. *)
Inductive seven (A : Type) := Seven (a1 a2 a3 a4 a5 a6 a7 : A).
Arguments Seven {A}.

Record state := State { pieces : seven piece; orientations : seven orientation }.

Definition home : state := State (Seven P1 P2 P3 P4 P5 P6 P7) (Seven O1 O1 O1 O1 O1 O1 O1).

(** The quarter turns. *)
Inductive quarter := r | b | d.

Definition carried (t : quarter) : seven piece -> seven piece :=
  fun '(Seven p1 p2 p3 p4 p5 p6 p7) =>
    match t with
    | r => Seven p2 p5 p3 p1 p4 p6 p7
    | b => Seven p1 p2 p3 p5 p6 p7 p4
    | d => Seven p1 p3 p6 p4 p2 p5 p7
    end.

Definition twisted (t : quarter) : seven orientation -> seven orientation :=
  fun '(Seven o1 o2 o3 o4 o5 o6 o7) =>
    match t with
    | r => Seven (up o2) (down o5) o3 (down o1) (up o4) o6 o7
    | b => Seven o1 o2 o3 (up o5) (down o6) (up o7) (down o4)
    | d => Seven o1 o3 o6 o4 o2 o5 o7
    end.

Definition turned (t : quarter) (s : state) : state :=
  State (carried t (pieces s)) (twisted t (orientations s)).

(** A move is a quarter turn made once, twice or three times, and that is back once. *)
Definition move : Type := quarter * nat.

Definition make (s : state) (m : move) : state := Nat.iter (snd m) (turned (fst m)) s.

(** The moves that count 1: with half turns (htm; and stm, since this cube has no other layers), or quarter
    turns alone (qtm). *)
Definition amounts (m : metric) : list nat := match m with qtm => [1; 3] | _ => [1; 2; 3] end.
Definition moves (m : metric) : list move := list_prod [r; d; b] (amounts m).

(** The states that turns can reach: each piece is somewhere, and the twists cancel. *)
Definition list_of {A} (s : seven A) : list A :=
  let 'Seven a1 a2 a3 a4 a5 a6 a7 := s in [a1; a2; a3; a4; a5; a6; a7].

Definition twist (o : orientation) : nat := match o with O1 => 0 | O2 => 1 | O3 => 2 end.

Definition valid (s : state) : Prop :=
  NoDup (list_of (pieces s)) /\ list_sum (map twist (list_of (orientations s))) mod 3 = 0.

Definition state_dec (s s' : state) : {s = s'} + {s <> s'}.
Proof. repeat decide equality. Defined.

Definition is_home (s : state) : bool := if state_dec s home then true else false.

(** * First facts *)

Definition piece_dec (p q : piece) : {p = q} + {p <> q}.
Proof. decide equality. Defined.

Definition orientation_dec (o o' : orientation) : {o = o'} + {o <> o'}.
Proof. decide equality. Defined.

Definition all_pieces : list piece := [P1; P2; P3; P4; P5; P6; P7].
Definition all_orientations : list orientation := [O1; O2; O3].

Definition seven_of {A} (x : A) (row : list A) : seven A :=
  match row with
  | [a1; a2; a3; a4; a5; a6; a7] => Seven a1 a2 a3 a4 a5 a6 a7
  | _ => Seven x x x x x x x
  end.

Lemma seven_of_list {A} (x : A) s : seven_of x (list_of s) = s.
Proof. now destruct s. Qed.

Lemma list_of_seven {A} (x : A) row : length row = 7 -> list_of (seven_of x row) = row.
Proof. do 8 (destruct row as [|? row]; try discriminate); reflexivity. Qed.

Lemma length_list_of {A} (s : seven A) : length (list_of s) = 7.
Proof. now destruct s. Qed.

(** ** The seventh orientation follows from the others *)

Definition plus (o o' : orientation) : orientation := match o with O1 => o' | O2 => up o' | O3 => down o' end.
Definition minus (o : orientation) : orientation := match o with O1 => O1 | O2 => O3 | O3 => O2 end.
Definition last_of (o1 o2 o3 o4 o5 o6 : orientation) : orientation :=
  minus (plus o1 (plus o2 (plus o3 (plus o4 (plus o5 o6))))).

Definition balanced (s : seven orientation) : Prop :=
  let 'Seven o1 o2 o3 o4 o5 o6 o7 := s in o7 = last_of o1 o2 o3 o4 o5 o6.

Lemma balanced_spec s : balanced s <-> list_sum (map twist (list_of s)) mod 3 = 0.
Proof.
  assert (P : forall o o', exists k, twist o + twist o' = twist (plus o o') + 3 * k).
  { intros [] []; cbn; first [exists 0; reflexivity | exists 1; reflexivity]. }
  assert (M : forall o o' k, o' = minus o <-> (twist o + twist o' + 3 * k) mod 3 = 0).
  { intros o o' k; rewrite (Nat.mul_comm 3), Nat.mod_add by lia.
    destruct o, o'; cbn; split; first [reflexivity | discriminate]. }
  destruct s as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced list_of map]; unfold last_of, list_sum.
  cbn [fold_right].
  destruct (P o5 o6) as [k6 E6]; destruct (P o4 (plus o5 o6)) as [k5 E5].
  destruct (P o3 (plus o4 (plus o5 o6))) as [k4 E4].
  destruct (P o2 (plus o3 (plus o4 (plus o5 o6)))) as [k3 E3].
  destruct (P o1 (plus o2 (plus o3 (plus o4 (plus o5 o6))))) as [k2 E2].
  rewrite (M _ _ (k2 + k3 + k4 + k5 + k6)).
  replace (_ + (_ + _)) with (twist (plus o1 (plus o2 (plus o3 (plus o4 (plus o5 o6))))) + twist o7
    + 3 * (k2 + k3 + k4 + k5 + k6)) by lia; reflexivity.
Qed.

Lemma valid_spec s : valid s <-> NoDup (list_of (pieces s)) /\ balanced (orientations s).
Proof. unfold valid; rewrite balanced_spec; tauto. Qed.

(** ** Turns *)

Lemma carried_permutes t p : Permutation (list_of p) (list_of (carried t p)).
Proof.
  apply (Permutation_count_occ piece_dec); intros x.
  destruct p as [p1 p2 p3 p4 p5 p6 p7]; destruct t; cbn [carried list_of count_occ];
    destruct (piece_dec p1 x), (piece_dec p2 x), (piece_dec p3 x), (piece_dec p4 x), (piece_dec p5 x),
      (piece_dec p6 x), (piece_dec p7 x); reflexivity.
Qed.

Lemma twisted_balanced t o : balanced o -> balanced (twisted t o).
Proof.
  destruct o as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced]; intros ->.
  destruct t, o1, o2, o3, o4, o5, o6; reflexivity.
Qed.

Lemma turned_valid t s : valid s -> valid (turned t s).
Proof.
  rewrite !valid_spec; intros [N B]; split; [|now apply twisted_balanced].
  eapply Permutation_NoDup; [apply carried_permutes | exact N].
Qed.

Lemma make_valid s m : valid s -> valid (make s m).
Proof. intros V; unfold make; induction (snd m); simpl; auto using turned_valid. Qed.

(** Four quarter turns are none. *)
Lemma turned_four t s : Nat.iter 4 (turned t) s = s.
Proof.
  destruct s as [[p1 p2 p3 p4 p5 p6 p7] [o1 o2 o3 o4 o5 o6 o7]].
  assert (U : forall o, up (down o) = o) by (intros []; reflexivity).
  assert (D : forall o, down (up o) = o) by (intros []; reflexivity).
  destruct t; unfold Nat.iter, nat_rect, turned; cbn [pieces orientations carried twisted];
    repeat rewrite ?U, ?D; reflexivity.
Qed.

Lemma moves_undone m : undone make (moves m) valid.
Proof.
  intros s [t k] V M; unfold moves in *; apply in_prod_iff in M as [T K].
  exists (t, 4 - k); split.
  - apply in_prod; [exact T|]; destruct m; simpl in K; intuition (subst; simpl; auto).
  - transitivity (Nat.iter 4 (turned t) s); [|apply turned_four].
    destruct m; simpl in K; intuition (subst; reflexivity).
Qed.

Lemma moves_closed m : closed make (moves m) valid.
Proof. intros s g V _; now apply make_valid. Qed.

Lemma home_valid : valid home.
Proof. split; [|reflexivity]; simpl; repeat constructor; simpl; intuition discriminate. Qed.

Lemma is_home_spec s : is_home s = true <-> s = home.
Proof. unfold is_home; destruct state_dec; intuition discriminate. Qed.
