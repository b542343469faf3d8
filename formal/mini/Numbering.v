(** The numbers of the states: 0 to 3,674,159, each valid state one, as the stored tables have them.

    As [src/cubeproof/methods/configurations/indexing.py] has it: the number of a state is n = 3⁶·n1 + n2. For n1 the
    pieces are swapped home one after the other: d_i is how far right of place i the piece i stands when its
    turn comes, and n1 = d6 + 2(d5 + 3(d4 + 4(d3 + 5(d2 + 6·d1)))). For n2 the first six orientations are
    digits to base 3, the first the lowest. *)

From Coq Require Import Arith NArith Bool List FinFun Lia.
From Cubeproof.mini Require Import State.
Import ListNotations.
Local Open Scope N_scope.

(** * Statements *)

(** How far right of the front of a row a piece stands. *)
Fixpoint distance_to (p : piece) (row : list piece) : nat :=
  match row with
  | [] => 0
  | q :: row => if piece_dec p q then 0 else S (distance_to p row)
  end.

(** The row [x :: row] after its front is exchanged with what stands [k] places right of it. *)
Fixpoint exchanged {A} (k : nat) (x : A) (row : list A) : list A :=
  match k, row with
  | 0%nat, _ | _, [] => x :: row
  | 1%nat, y :: row => y :: x :: row
  | S k, y :: row => match exchanged k x row with z :: rest => z :: y :: rest | [] => [] end
  end.

(** n1, from the digits before it and the pieces that are not yet home. *)
Fixpoint swaps (before : N) (homes row : list piece) : N :=
  match homes, row with
  | x :: homes, y :: rest =>
      let k := distance_to x row in
      swaps (before * N.of_nat (length row) + N.of_nat k) homes (tl (exchanged k y rest))
  | _, _ => before
  end.

Definition digit (o : orientation) : N := N.of_nat (twist o).

Definition number_of_pieces (p : seven piece) : N := swaps 0 all_pieces (list_of p).

Definition number_of_orientations (o : seven orientation) : N :=
  let 'Seven o1 o2 o3 o4 o5 o6 _ := o in
  digit o1 + 3 * (digit o2 + 3 * (digit o3 + 3 * (digit o4 + 3 * (digit o5 + 3 * digit o6)))).

Definition number (s : state) : N :=
  729 * number_of_pieces (pieces s) + number_of_orientations (orientations s).

(** The state with a number. *)
Fixpoint unswapped (homes : list piece) (n : N) : list piece :=
  match homes with
  | [] => []
  | x :: homes =>
      let ways := N.of_nat (fact (length homes)) in
      exchanged (N.to_nat (n / ways)) x (unswapped homes (n mod ways))
  end.

Definition with_digit (n : N) : orientation :=
  match n mod 3 with 0 => O1 | 1 => O2 | _ => O3 end.

Definition pieces_numbered (n : N) : seven piece := seven_of P1 (unswapped all_pieces n).

Definition orientations_numbered (n : N) : seven orientation :=
  let o1 := with_digit n in
  let o2 := with_digit (n / 3) in
  let o3 := with_digit (n / 9) in
  let o4 := with_digit (n / 27) in
  let o5 := with_digit (n / 81) in
  let o6 := with_digit (n / 243) in
  Seven o1 o2 o3 o4 o5 o6 (last_of o1 o2 o3 o4 o5 o6).

Definition numbered (n : N) : state :=
  State (pieces_numbered (n / 729)) (orientations_numbered (n mod 729)).

(** All of them in the order of their numbers. *)
Definition below (n : nat) : list N := map N.of_nat (seq 0 n).
Definition placings : list (seven piece) := map pieces_numbered (below (fact 7)).
Definition twistings : list (seven orientation) := map orientations_numbered (below 729).
Definition states : list state := flat_map (fun p => map (State p) twistings) placings.

(** * Proofs *)

Lemma in_below n k : In k (below n) <-> k < N.of_nat n.
Proof.
  unfold below; rewrite in_map_iff; split.
  - intros (i & <- & I); apply in_seq in I; lia.
  - intros L; exists (N.to_nat k); split; [lia|]; apply in_seq; lia.
Qed.

Lemma five_thousand_forty : N.of_nat (fact 7) = 5040.
Proof. vm_compute; reflexivity. Qed.

Lemma in_below_5040 n : n < 5040 -> In n (below (fact 7)).
Proof. rewrite in_below, five_thousand_forty; trivial. Qed.

(** ** All rows in which each piece stands once *)

Fixpoint all_rows (steps : nat) (left : list piece) (test : list piece -> bool) : bool :=
  match steps with
  | 0%nat => test []
  | S steps =>
      forallb (fun p => all_rows steps (remove piece_dec p left) (fun row => test (p :: row))) left
  end.

Lemma all_rows_spec steps left test row :
  all_rows steps left test = true -> length row = steps -> NoDup row -> incl row left -> test row = true.
Proof.
  revert left test row; induction steps as [|steps IH]; intros left test row A L D I.
  - destruct row; [exact A | discriminate].
  - destruct row as [|p row]; [discriminate|].
    simpl in A; rewrite forallb_forall in A.
    inversion_clear D as [|? ? P D'].
    apply (IH _ (fun row => test (p :: row)) row (A p (I p (or_introl eq_refl)))); auto.
    intros q Q; apply in_in_remove; [congruence | apply I; now right].
Qed.

Definition row_dec := list_eq_dec piece_dec.

Lemma pieces_back p : NoDup (list_of p) ->
  pieces_numbered (number_of_pieces p) = p /\ number_of_pieces p < 5040.
Proof.
  set (test row := let n := swaps 0 all_pieces row in
    (if row_dec (unswapped all_pieces n) row then true else false) && (n <? 5040)).
  intros D; assert (T : test (list_of p) = true).
  { apply (all_rows_spec 7 all_pieces).
    - vm_cast_no_check (eq_refl true).
    - apply length_list_of.
    - exact D.
    - intros [] _; simpl; tauto. }
  apply andb_prop in T as [T L]; apply N.ltb_lt in L; split; [|exact L].
  unfold pieces_numbered, number_of_pieces; destruct row_dec as [->|]; [|discriminate].
  apply seven_of_list.
Qed.

Fixpoint distinct (row : list piece) : bool :=
  match row with
  | [] => true
  | p :: row => (if in_dec piece_dec p row then false else true) && distinct row
  end.

Lemma distinct_NoDup row : distinct row = true -> NoDup row.
Proof.
  induction row as [|p row IH]; simpl; intros E; [constructor|].
  destruct in_dec as [|N]; [discriminate|]; constructor; auto.
Qed.

Lemma numbers_of_placings :
  forallb (fun n => let p := pieces_numbered n in
    (number_of_pieces p =? n) && distinct (list_of p)) (below (fact 7)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma pieces_forth n : n < 5040 ->
  number_of_pieces (pieces_numbered n) = n /\ NoDup (list_of (pieces_numbered n)).
Proof.
  intros L; pose proof (proj1 (forallb_forall _ _) numbers_of_placings n) as H.
  lazy beta zeta in H; specialize (H (in_below_5040 n L)).
  apply andb_prop in H as [E D]; apply N.eqb_eq in E; auto using distinct_NoDup.
Qed.

Lemma orientations_back o : balanced o ->
  orientations_numbered (number_of_orientations o) = o /\ number_of_orientations o < 729.
Proof.
  destruct o as [o1 o2 o3 o4 o5 o6 o7]; cbn [balanced]; intros ->.
  destruct o1, o2, o3, o4, o5, o6; split; reflexivity.
Qed.

Lemma numbers_of_twistings :
  forallb (fun n => number_of_orientations (orientations_numbered n) =? n) (below 729) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma orientations_forth n : n < 729 ->
  number_of_orientations (orientations_numbered n) = n /\ balanced (orientations_numbered n).
Proof.
  intros L; split; [|reflexivity].
  apply N.eqb_eq, (proj1 (forallb_forall _ _) numbers_of_twistings n), in_below; exact L.
Qed.

(** ** Each valid state has one number, and each number one state *)

Theorem number_numbered n : n < 3674160 -> number (numbered n) = n /\ valid (numbered n).
Proof.
  intros L; unfold number, numbered; cbn [pieces orientations].
  assert (A : n / 729 < 5040) by (apply N.div_lt_upper_bound; lia).
  assert (B : n mod 729 < 729) by (apply N.mod_lt; lia).
  destruct (pieces_forth _ A) as [-> P], (orientations_forth _ B) as [-> O].
  split; [symmetry; apply N.div_mod; lia|].
  apply valid_spec; auto.
Qed.

Theorem numbered_number s : valid s -> numbered (number s) = s /\ number s < 3674160.
Proof.
  intros V; apply valid_spec in V as [P O]; destruct s as [p o]; unfold number, numbered.
  cbn [pieces orientations] in *.
  destruct (pieces_back p P) as [EP LP], (orientations_back o O) as [EO LO].
  split; [|lia].
  rewrite (N.mul_comm 729), N.div_add_l, (N.div_small (number_of_orientations o)), N.add_0_r by lia.
  rewrite N.add_comm, N.mod_add, N.mod_small by lia.
  now rewrite EP, EO.
Qed.

(** ** They are listed without repetition *)

Lemma in_placings p : In p placings <-> NoDup (list_of p).
Proof.
  unfold placings; rewrite in_map_iff; split.
  - intros (n & <- & I); apply in_below in I; rewrite five_thousand_forty in I; now apply pieces_forth.
  - intros D; destruct (pieces_back p D) as [E L].
    exists (number_of_pieces p); split; [exact E | apply in_below; exact L].
Qed.

Lemma in_twistings o : In o twistings <-> balanced o.
Proof.
  unfold twistings; rewrite in_map_iff; split.
  - intros (n & <- & I); apply in_below in I; now apply orientations_forth.
  - intros B; destruct (orientations_back o B) as [E L].
    exists (number_of_orientations o); split; [exact E | apply in_below; exact L].
Qed.

Theorem in_states s : In s states <-> valid s.
Proof.
  rewrite valid_spec, <- in_placings, <- in_twistings; unfold states; rewrite in_flat_map; split.
  - intros (p & P & I); apply in_map_iff in I as (o & <- & O); auto.
  - intros [P O]; exists (pieces s); split; [exact P|]; apply in_map_iff.
    exists (orientations s); destruct s; auto.
Qed.

Lemma NoDup_app {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|x l IH]; simpl; intros D D' N; [assumption|].
  inversion_clear D as [|? ? X E]; constructor.
  - rewrite in_app_iff; intros [I|I]; [auto | apply (N x); auto].
  - apply IH; auto.
Qed.

Lemma NoDup_below n : NoDup (below n).
Proof. apply Injective_map_NoDup; [|apply seq_NoDup]; intros i j; lia. Qed.

Lemma NoDup_placings : NoDup placings.
Proof.
  apply (NoDup_map_inv number_of_pieces); unfold placings; rewrite map_map.
  rewrite (map_ext_in _ (fun n => n)); [rewrite map_id; apply NoDup_below|].
  intros n I; apply in_below in I; rewrite five_thousand_forty in I; now apply pieces_forth.
Qed.

Lemma NoDup_twistings : NoDup twistings.
Proof.
  apply (NoDup_map_inv number_of_orientations); unfold twistings; rewrite map_map.
  rewrite (map_ext_in _ (fun n => n)); [rewrite map_id; apply NoDup_below|].
  intros n I; apply in_below in I; now apply orientations_forth.
Qed.

Lemma NoDup_product ps ts :
  NoDup ps -> NoDup ts -> NoDup (flat_map (fun p => map (State p) ts) ps).
Proof.
  intros P T; induction P as [|p ps N P IH]; simpl; [constructor|].
  apply NoDup_app; auto.
  - apply Injective_map_NoDup; [|exact T]; congruence.
  - intros s I J; apply in_map_iff in I as (o & <- & _).
    apply in_flat_map in J as (q & Q & J); apply in_map_iff in J as (o' & E & _); congruence.
Qed.

Theorem NoDup_states : NoDup states.
Proof. apply NoDup_product; [apply NoDup_placings | apply NoDup_twistings]. Qed.

Lemma length_product ps ts :
  length (flat_map (fun p => map (State p) ts) ps) = (length ps * length ts)%nat.
Proof. induction ps as [|p ps IH]; simpl; [reflexivity|]; now rewrite app_length, map_length, IH. Qed.

Theorem length_states : N.of_nat (length states) = 3674160.
Proof.
  unfold states; rewrite length_product, Nat2N.inj_mul.
  unfold placings, twistings, below; rewrite !map_length, !seq_length.
  vm_cast_no_check (eq_refl 3674160).
Qed.

(** So that nothing ever writes them out. *)
Global Opaque states placings twistings below.
