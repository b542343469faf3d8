(** * Every cube that turns reach can be solved in 45 turns

    By Thistlethwaite's chain (1981): first all edges are oriented, in 7 turns; then the corners, and four edges
    reach their layer, without quarter turns of F and B, in 10; then every piece reaches its orbit under half turns,
    without quarter turns of other faces than U and D, in 13; then half turns solve the cube, in 15. *)

From Coq Require Import Arith Bool List PArith FMapPositive Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists Reduction Parity.
From Cubeproof.search Require Import Views.
From Cubeproof.god Require Import Order Stages Pieces.
Import ListNotations.

(** ** What is looked at *)

Definition home_colour (j : nat) : face := nth j (solved_colours 3) U.
Definition mark (b : bool) : nat := if b then 1 else 0.
Definition painted (c : coordinate) (j : nat) : nat := mark (first_paint c (home_colour j) (home_colour (next_of j))).

(** The edges of the three layers of slices. [layers] tells in which layer an edge belongs; [layer i] tells the edges of one
    layer from each other. *)
Definition layer_edges : list (list nat) := [[0; 3; 4; 7]; [1; 2; 5; 6]; [8; 9; 10; 11]].

Definition twist_labels : labels := Labels corner_spots (painted Twist).
Definition flip_labels : labels := Labels edge_spots (painted Flip).
Definition slots_labels : labels := Labels edge_spots (painted Slots).
Definition corners : labels := Labels corner_spots corner_of.
Definition layers : labels := Labels edge_spots (fun j => holder layer_edges (edge_of j)).
Definition layer (i : nat) : labels :=
  Labels edge_spots (fun j => let m := index_of (edge_of j) (nth i layer_edges []) in if m <? 4 then S m else 0).

Definition flip_numbers := numbering_of flip_labels.
Definition twist_numbers := numbering_of twist_labels.
Definition slots_numbers := numbering_of slots_labels.
Definition corners_numbers := numbering_of corners.
Definition layers_numbers := numbering_of layers.
Definition layer0_numbers := numbering_of (layer 0).
Definition layer1_numbers := numbering_of (layer 1).
Definition layer2_numbers := numbering_of (layer 2).

(** ** Parts and classes *)

(** Half turns, and turns that leave more. *)
Definition half_turns : list kind := list_prod faces [2].
Definition stage3_turns : list kind := list_prod [U; D] [1; 3] ++ half_turns.
Definition stage2_turns : list kind := list_prod [R; L] [1; 3] ++ stage3_turns.

(** Arrangements of corners are in one class if half turns make one of the other, after the same turns: 96 of them are in a
    class, and there are 420 classes. Classes have numbers. *)
Record class_table := ClassTable { class_at : PositiveMap.t positive; after_class : PositiveMap.t (list positive) }.

Definition next_in (k : class_table) (f : face) (c : positive) : positive :=
  match PositiveMap.find c (after_class k) with Some row => nth (face_index f) row 1%positive | None => 1%positive end.

Definition with_class (k : PositiveMap.t positive) (c : positive) (ns : list positive) : PositiveMap.t positive :=
  fold_left (fun k n => PositiveMap.add n c k) ns k.

Record class_builder := ClassBuilder { classes_so_far : class_table; next_class_number : positive; waiting_classes : list (positive * list positive) }.

Definition class_after (z : numbering) (ns : list positive) (both : class_builder * list positive) (f : face) :
  class_builder * list positive :=
  let (b, row) := both in
  match PositiveMap.find (next z f (hd 1%positive ns)) (class_at (classes_so_far b)) with
  | Some c => (b, row ++ [c])
  | None =>
      let c := next_class_number b in
      let ms := map (next z f) ns in
      (ClassBuilder (ClassTable (with_class (class_at (classes_so_far b)) c ms) (after_class (classes_so_far b))) (Pos.succ c) ((c, ms) :: waiting_classes b), row ++ [c])
  end.

Definition with_class_row (z : numbering) (b : class_builder) (one : positive * list positive) : class_builder :=
  let (c, ns) := one in
  let (b, row) := fold_left (class_after z ns) faces (b, []) in
  ClassBuilder (ClassTable (class_at (classes_so_far b)) (PositiveMap.add c row (after_class (classes_so_far b)))) (next_class_number b) (waiting_classes b).

Fixpoint classify (rounds : nat) (z : numbering) (b : class_builder) : class_table :=
  match rounds with
  | 0 => classes_so_far b
  | S rounds => classify rounds z (fold_left (with_class_row z) (waiting_classes b) (ClassBuilder (classes_so_far b) (next_class_number b) []))
  end.

Definition firsts (s : tree) : list positive := let (_, below) := s in map fst (PositiveMap.elements below).

Definition first_class : list positive := firsts (explored (Stage [part_of corners corners_numbers] half_turns [[1%positive]] 10)).

Definition corner_classes : class_table :=
  classify 30 corners_numbers
    (ClassBuilder (ClassTable (with_class (PositiveMap.empty _) 1 first_class) (PositiveMap.empty _)) 2 [(1%positive, first_class)]).

(** ** Stages *)

(** A class stands for what a cube shows if one of its arrangements does. *)
Definition class_part_of (l : labels) (z : numbering) (k : class_table) : part :=
  Part (map fst (PositiveMap.elements (after_class k))) (next_in k)
    (fun c p => exists n, stands_for l z n p /\ PositiveMap.find n (class_at k) = Some c).

Definition class_part : part := class_part_of corners corners_numbers corner_classes.

Definition flip_part := part_of flip_labels flip_numbers.
Definition twist_part := part_of twist_labels twist_numbers.
Definition slots_part := part_of slots_labels slots_numbers.
Definition corners_part := part_of corners corners_numbers.
Definition layers_part := part_of layers layers_numbers.
Definition layer0_part := part_of (layer 0) layer0_numbers.
Definition layer1_part := part_of (layer 1) layer1_numbers.
Definition layer2_part := part_of (layer 2) layer2_numbers.

Definition stage1 : stage := Stage [flip_part] kinds [[1%positive]] 7.
Definition stage2 : stage := Stage [twist_part; slots_part] stage2_turns [[1; 1]%positive] 10.
Definition stage3 : stage := Stage [class_part; layers_part] stage3_turns [[1; 1]%positive] 13.
Definition stage4 : stage := Stage [corners_part; layer0_part; layer1_part; layer2_part] half_turns [[1; 1; 1; 1]%positive] 15.

(** ** Evaluations *)

Definition home (l : labels) : list nat := see l (identity 3).

Lemma numberings_ok : numbering_ok flip_labels flip_numbers && numbering_ok twist_labels twist_numbers && numbering_ok slots_labels slots_numbers
  && numbering_ok corners corners_numbers && numbering_ok layers layers_numbers && numbering_ok (layer 0) layer0_numbers
  && numbering_ok (layer 1) layer1_numbers && numbering_ok (layer 2) layer2_numbers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** A turn takes all arrangements of a class to those of one class. *)
Definition classes_ok (z : numbering) (k : class_table) : bool :=
  let known_classes := after_class k in
  every (fun '(n, _) => match PositiveMap.find n (class_at k) with
    | Some c => PositiveMap.mem c known_classes && every (fun f =>
        match PositiveMap.find (next z f n) (class_at k) with
        | Some c' => Pos.eqb c' (next_in k f c)
        | None => false
        end) faces
    | None => false
    end) (PositiveMap.elements (seen_at z)).

Lemma classes_are_ok : classes_ok corners_numbers corner_classes = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma stages_ok : every stage_ok [stage1; stage2; stage3; stage4] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma flip_reached : (let reached := explored stage1 in every (fun n => mem [n] reached) (numbers flip_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma twist_and_slots_reached : (let reached := explored stage2 in
  every (fun n => every (fun m => mem [n; m] reached) (numbers slots_part)) (numbers twist_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The numbers of a view that another view of the same cube allows. *)
Definition allowed (z : numbering) (through : nat -> nat) (v : list nat) : list positive :=
  map fst (filter (fun '(_, w) => same_numbers (map through w) v) (PositiveMap.elements (seen_at z))).

Definition in_slots (m : nat) : nat := mark (m =? 2).
Definition layers_allowed : list positive := allowed layers_numbers in_slots (home slots_labels).

Lemma classes_reached : (let reached := explored stage3 in let ms := layers_allowed in
  every (fun n => every (fun m => mem [n; m] reached) ms) (numbers class_part)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition in_layer (m : nat) : nat := mark (0 <? m).
Definition layer_allowed (i : nat) (z : numbering) : list positive :=
  allowed z in_layer (map (fun m => mark (m =? i)) (home layers)).

Definition seen_from_number (z : numbering) (n : positive) : list nat :=
  match PositiveMap.find n (seen_at z) with Some v => v | None => [] end.

(** The corner, and the edge, in each place; and whether the number of inversions is odd. *)
Definition corners_seen (v : list nat) : list nat := map (fun k => nth (3 * k) v 0) (seq 0 8).

Definition edge_from (a b c : nat) : nat :=
  let of_layer i m := nth (m - 1) (nth i layer_edges []) 0 in
  if 0 <? a then of_layer 0 a else if 0 <? b then of_layer 1 b else of_layer 2 c.

Definition edges_seen (u v w : list nat) : list nat :=
  map (fun k => edge_from (nth (2 * k) u 0) (nth (2 * k) v 0) (nth (2 * k) w 0)) (seq 0 12).

Definition list_odd (l : list nat) : bool := is_odd (length l) (fun k => nth k l 0).

Definition arrangements_of (z : numbering) (k : class_table) (c : positive) : list positive :=
  filter (fun n => match PositiveMap.find n (class_at k) with Some c' => Pos.eqb c' c | None => false end)
    (map fst (PositiveMap.elements (seen_at z))).

Definition with_views (z : numbering) (ns : list positive) : list (positive * list nat) := map (fun n => (n, seen_from_number z n)) ns.
Definition with_parity (views : list (positive * list nat)) : list (positive * bool) :=
  map (fun '(n, v) => (n, list_odd (corners_seen v))) views.

Definition all_reached (reached : tree) (arranged : list (positive * bool)) (in0 in1 in2 : list (positive * list nat)) : bool :=
  every (fun '(a, u) => every (fun '(b, v) => every (fun '(c, w) =>
    let odd := list_odd (edges_seen u v w) in
    every (fun '(n, odd') => if eqb odd odd' then mem [n; a; b; c] reached else true) arranged) in2) in1) in0.

Lemma stage4_all_reached : all_reached (explored stage4)
  (with_parity (with_views corners_numbers (arrangements_of corners_numbers corner_classes 1)))
  (with_views layer0_numbers (layer_allowed 0 layer0_numbers)) (with_views layer1_numbers (layer_allowed 1 layer1_numbers))
  (with_views layer2_numbers (layer_allowed 2 layer2_numbers)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** Proofs: what a cube shows *)

(** So that nothing is evaluated where terms are compared. *)
Strategy 1000 [flip_numbers twist_numbers slots_numbers corners_numbers layers_numbers layer0_numbers layer1_numbers layer2_numbers].
Strategy 1000 [corner_classes explored numbering_of first_class layers_allowed layer_allowed classes_ok].

Lemma numberings_right :
  (numbering_ok flip_labels flip_numbers = true /\ numbering_ok twist_labels twist_numbers = true /\ numbering_ok slots_labels slots_numbers = true) /\
  (numbering_ok corners corners_numbers = true /\ numbering_ok layers layers_numbers = true) /\
  numbering_ok (layer 0) layer0_numbers = true /\ numbering_ok (layer 1) layer1_numbers = true /\
  numbering_ok (layer 2) layer2_numbers = true.
Proof.
  pose proof numberings_ok as H. apply andb_prop in H as [H H8]. apply andb_prop in H as [H H7]. apply andb_prop in H as [H H6].
  apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. auto 8.
Qed.

Lemma stands_home l z p : numbering_ok l z = true -> stands_for l z 1 p <-> see l p = home l.
Proof.
  intros checked. pose proof (stands_solved l z checked) as start. unfold stands_for in *. unfold home. rewrite start.
  split; congruence.
Qed.

Lemma see_alike l l' (f g : nat -> nat) p : spots l = spots l' -> (forall i, In i (spots l) -> In (nth i p 0) (spots l)) ->
  (forall j, In j (spots l) -> f (label l j) = g (label l' j)) -> map f (see l p) = map g (see l' p).
Proof. intros same inside equal. unfold see. rewrite !map_map, <- same. apply map_ext_in. intros i there. auto. Qed.

Lemma home_label l p i : see l p = home l -> In i (spots l) -> i < 54 -> label l (nth i p 0) = label l i.
Proof. intros same there short. rewrite <- (nth_id i short) at 2. exact (ext_in_map same i there). Qed.

(** A number of a view that the home of another view allows. *)
Lemma is_allowed l z through v n p : stands_for l z n p -> map through (see l p) = v -> In n (allowed z through v).
Proof.
  intros stands same. unfold allowed. apply in_map_iff. exists (n, see l p). split; [reflexivity|]. apply filter_In.
  split; [now apply PositiveMap.elements_correct|]. now apply same_numbers_spec.
Qed.

(** ** Proofs: stages *)

Lemma stage_is_ok s : In s [stage1; stage2; stage3; stage4] -> stage_ok s = true.
Proof. pose proof stages_ok as H. rewrite every_spec in H. auto. Qed.

Section Classes.
Variables (l : labels) (z : numbering) (k : class_table).
Hypothesis checked : numbering_ok l z = true.
Hypothesis closed : classes_ok z k = true.

Lemma class_checked n p : stands_for l z n p -> exists c, PositiveMap.find n (class_at k) = Some c /\
  In c (numbers (class_part_of l z k)) /\ forall f, PositiveMap.find (next z f n) (class_at k) = Some (next_in k f c).
Proof.
  intros stands. apply PositiveMap.elements_correct in stands. unfold classes_ok in closed. cbv zeta in closed.
  rewrite every_spec in closed. specialize (closed _ stands). cbv beta iota in closed.
  destruct (PositiveMap.find n (class_at k)) as [c|]; [|discriminate]. exists c. split; [reflexivity|].
  apply andb_prop in closed as [known_class nexts_ok]. split.
  - apply PositiveMap.mem_2 in known_class as [row row_of_c]. apply PositiveMap.elements_correct in row_of_c.
    exact (in_map fst _ _ row_of_c).
  - intros f. rewrite every_spec in nexts_ok. specialize (nexts_ok f ltac:(destruct f; cbn; tauto)).
    destruct (PositiveMap.find (next z f n) (class_at k)) as [c'|]; [|discriminate]. apply Pos.eqb_eq in nexts_ok. now subst.
Qed.

Lemma class_part_right : part_right (class_part_of l z k).
Proof.
  intros f c p from (n & stands & same). destruct (class_checked n p stands) as (c' & same' & _ & nexts_ok).
  rewrite same in same'. injection same' as <-. exists (next z f n). split; [|apply nexts_ok].
  now apply stands_after_quarter; auto using of_turns_fine.
Qed.

End Classes.

Lemma parts_right s : In s [stage1; stage2; stage3; stage4] -> Forall part_right (parts s).
Proof.
  pose proof numberings_right as ((H1 & H2 & H3) & (H4 & H5) & H6 & H7 & H8).
  pose proof (part_of_right _ _ H1) as R1. pose proof (part_of_right _ _ H2) as R2. pose proof (part_of_right _ _ H3) as R3.
  pose proof (part_of_right _ _ H4) as R4. pose proof (part_of_right _ _ H5) as R5. pose proof (part_of_right _ _ H6) as R6.
  pose proof (part_of_right _ _ H7) as R7. pose proof (part_of_right _ _ H8) as R8.
  pose proof (class_part_right _ _ _ H4 classes_are_ok) as R9.
  intros [<-|[<-|[<-|[<-|[]]]]].
  - exact (Forall_cons flip_part R1 (Forall_nil _)).
  - exact (Forall_cons twist_part R2 (Forall_cons slots_part R3 (Forall_nil _))).
  - exact (Forall_cons class_part R9 (Forall_cons layers_part R5 (Forall_nil _))).
  - exact (Forall_cons corners_part R4 (Forall_cons layer0_part R6 (Forall_cons layer1_part R7
      (Forall_cons layer2_part R8 (Forall_nil _))))).
Qed.

Lemma stage_ends s x p : In s [stage1; stage2; stage3; stage4] -> mem x (explored s) = true -> of_turns p -> shows_numbers (parts s) x p ->
  exists word, Forall (fun k => In k (turns s)) word /\ length word <= depth s /\
    exists g, In g (goals s) /\ shows_numbers (parts s) g (moved_by word p).
Proof.
  intros listed reached. exact (explored_is_near s (stage_is_ok s listed) (parts_right s listed) x reached p).
Qed.

Lemma turns_are_kinds s : In s [stage1; stage2; stage3; stage4] -> incl (turns s) kinds.
Proof.
  intros listed k there. pose proof (stage_is_ok s listed) as H. unfold stage_ok in H. rewrite every_spec in H.
  specialize (H k there). rewrite !andb_true_iff in H. now apply any_kind.
Qed.

Definition stage1_listed : In stage1 [stage1; stage2; stage3; stage4] := or_introl eq_refl.
Definition stage2_listed : In stage2 [stage1; stage2; stage3; stage4] := or_intror (or_introl eq_refl).
Definition stage3_listed : In stage3 [stage1; stage2; stage3; stage4] := or_intror (or_intror (or_introl eq_refl)).
Definition stage4_listed : In stage4 [stage1; stage2; stage3; stage4] := or_intror (or_intror (or_intror (or_introl eq_refl))).

Lemma stage_turns_are_kinds s word : In s [stage1; stage2; stage3; stage4] -> Forall (fun k => In k (turns s)) word -> Forall (fun k => In k kinds) word.
Proof. intros listed. apply Forall_impl. intros k. now apply turns_are_kinds. Qed.

(** Later stages keep what earlier ones did. *)
Lemma flip_is_kept : every (fun ks => keep flip_part ks 1) [turns stage2; turns stage3; turns stage4] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma twist_is_kept : every (fun ks => keep twist_part ks 1) [turns stage3; turns stage4] = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma kept_by c kss : every (fun ks => keep c ks 1) kss = true -> forall ks, In ks kss -> keep c ks 1 = true.
Proof. apply every_spec. Qed.

Lemma seen_home c l z word p s : c = part_of l z -> numbering_ok l z = true -> keep c (turns s) 1 = true ->
  In s [stage1; stage2; stage3; stage4] -> Forall (fun k => In k (turns s)) word -> of_turns p ->
  see l p = home l -> see l (moved_by word p) = home l.
Proof.
  intros -> checked keeps listed all from at_home. apply (stands_home l z); [assumption|].
  apply (number_is_kept (part_of l z) (turns s) 1 word p); auto using part_of_right, turns_are_kinds. now apply stands_home.
Qed.

Definition shows_home (ls : list labels) (p : permutation) : Prop := Forall (fun l => see l p = home l) ls.

Lemma Forall2_head {A B} {R : A -> B -> Prop} {x y xs ys} : Forall2 R (x :: xs) (y :: ys) -> R x y.
Proof. now inversion 1. Qed.

Lemma Forall2_tail {A B} {R : A -> B -> Prop} {x y xs ys} : Forall2 R (x :: xs) (y :: ys) -> Forall2 R xs ys.
Proof. now inversion 1. Qed.

Theorem edges_oriented_in_7 p : of_turns p -> exists word, Forall (fun k => In k kinds) word /\ length word <= 7 /\ see flip_labels (moved_by word p) = home flip_labels.
Proof.
  intros from. pose proof numberings_right as ((H1 & _ & _) & _).
  destruct (has_number flip_labels flip_numbers p H1 from) as (n & listed & stands).
  pose proof flip_reached as reached. cbv zeta in reached. rewrite every_spec in reached. specialize (reached n listed).
  destruct (stage_ends stage1 [n] p stage1_listed reached from (Forall2_cons flip_part n stands (Forall2_nil _)))
    as (word & all & short & g & [<-|[]] & ends).
  exists word. split; [exact (stage_turns_are_kinds stage1 word stage1_listed all)|]. split; [exact short|].
  apply (stands_home flip_labels flip_numbers _ H1). exact (Forall2_head ends).
Qed.

Theorem corners_oriented_in_10 p : of_turns p -> see flip_labels p = home flip_labels ->
  exists word, Forall (fun k => In k kinds) word /\ length word <= 10 /\ shows_home [twist_labels; flip_labels; slots_labels] (moved_by word p).
Proof.
  intros from flipped. pose proof numberings_right as ((H1 & H2 & H3) & _).
  destruct (has_number twist_labels twist_numbers p H2 from) as (n & listed & stands).
  destruct (has_number slots_labels slots_numbers p H3 from) as (m & listed' & stands').
  pose proof twist_and_slots_reached as reached. cbv zeta in reached. rewrite every_spec in reached. specialize (reached n listed).
  rewrite every_spec in reached. specialize (reached m listed').
  destruct (stage_ends stage2 [n; m] p stage2_listed reached from
    (Forall2_cons twist_part n stands (Forall2_cons slots_part m stands' (Forall2_nil _))))
    as (word & all & short & g & [<-|[]] & ends).
  exists word. split; [exact (stage_turns_are_kinds stage2 word stage2_listed all)|]. split; [exact short|].
  constructor; [|constructor; [|constructor; [|constructor]]].
  - apply (stands_home twist_labels twist_numbers _ H2). exact (Forall2_head ends).
  - exact (seen_home flip_part flip_labels flip_numbers word p stage2 eq_refl H1 (kept_by _ _ flip_is_kept (turns stage2) (or_introl eq_refl)) stage2_listed all from flipped).
  - apply (stands_home slots_labels slots_numbers _ H3). exact (Forall2_head (Forall2_tail ends)).
Qed.

Lemma slots_of_layers j : In j edge_spots -> in_slots (label layers j) = label slots_labels j.
Proof.
  assert (every (fun j => in_slots (label layers j) =? label slots_labels j) edge_spots = true) as H by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. intros there. now apply Nat.eqb_eq, H.
Qed.

Lemma orbits_in_13 p : of_turns p -> shows_home [twist_labels; flip_labels; slots_labels] p ->
  exists word, Forall (fun k => In k kinds) word /\ length word <= 13 /\
    shows_home [twist_labels; flip_labels; layers] (moved_by word p) /\ shown class_part 1 (moved_by word p).
Proof.
  intros from homes. pose proof numberings_right as ((H1 & H2 & H3) & (H4 & H5) & _).
  inversion homes as [|? ? twisted homes']; subst. inversion homes' as [|? ? flipped homes2]; subst.
  inversion homes2 as [|? ? in_place _]; subst. clear homes homes' homes2.
  destruct (has_number corners corners_numbers p H4 from) as (n & listed & stands).
  destruct (has_number layers layers_numbers p H5 from) as (m & _ & stands').
  destruct (class_checked corners corners_numbers corner_classes classes_are_ok n p stands) as (c & same & known_class & _).
  assert (In m layers_allowed) as listed'.
  { apply (is_allowed layers layers_numbers in_slots (home slots_labels) m p stands'). rewrite <- in_place.
    rewrite <- (map_id (see slots_labels p)). exact (see_alike layers slots_labels in_slots (fun i => i) p eq_refl
      (fun i => edge_spots_stay p i from) slots_of_layers). }
  pose proof classes_reached as reached. cbv zeta in reached. rewrite every_spec in reached. specialize (reached c known_class).
  rewrite every_spec in reached. specialize (reached m listed').
  assert (shown class_part c p) as stands_class by exact (ex_intro _ n (conj stands same)).
  destruct (stage_ends stage3 [c; m] p stage3_listed reached from
    (Forall2_cons class_part c stands_class (Forall2_cons layers_part m stands' (Forall2_nil _))))
    as (word & all & short & g & [<-|[]] & ends).
  exists word. split; [exact (stage_turns_are_kinds stage3 word stage3_listed all)|]. split; [exact short|].
  split; [|exact (Forall2_head ends)]. constructor; [|constructor; [|constructor; [|constructor]]].
  - exact (seen_home twist_part twist_labels twist_numbers word p stage3 eq_refl H2 (kept_by _ _ twist_is_kept (turns stage3) (or_introl eq_refl)) stage3_listed all from twisted).
  - exact (seen_home flip_part flip_labels flip_numbers word p stage3 eq_refl H1 (kept_by _ _ flip_is_kept (turns stage3) (or_intror (or_introl eq_refl))) stage3_listed all from flipped).
  - apply (stands_home layers layers_numbers _ H5). exact (Forall2_head (Forall2_tail ends)).
Qed.

(** ** Proofs: the last stage *)

Lemma list_odd_spec n f : list_odd (map f (seq 0 n)) = is_odd n f.
Proof.
  unfold list_odd. rewrite map_length, seq_length. apply is_odd_ext. intros i short. now apply nth_listed.
Qed.

Lemma nth_see l p k : k < length (spots l) -> nth k (see l p) 0 = label l (nth (nth k (spots l) 0) p 0).
Proof.
  intros short. unfold see. rewrite nth_indep with (d' := label l (nth 0 p 0)) by now rewrite map_length.
  apply (map_nth (fun i => label l (nth i p 0))).
Qed.

Lemma corners_seen_spec p : list_odd (corners_seen (see corners p)) = is_odd 8 (arrangement corner_pieces p).
Proof.
  unfold corners_seen. rewrite list_odd_spec. apply is_odd_ext. intros k short. apply nth_see.
  change (length (spots corners)) with 24. lia.
Qed.

Lemma edge_from_spec j : In j edge_spots -> edge_from (label (layer 0) j) (label (layer 1) j) (label (layer 2) j) = edge_of j.
Proof.
  assert (every (fun j => edge_from (label (layer 0) j) (label (layer 1) j) (label (layer 2) j) =? edge_of j) edge_spots = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. intros there. now apply Nat.eqb_eq, H.
Qed.

Lemma edges_seen_spec p : of_turns p ->
  list_odd (edges_seen (see (layer 0) p) (see (layer 1) p) (see (layer 2) p)) = is_odd 12 (arrangement edge_pieces p).
Proof.
  intros from. unfold edges_seen. rewrite list_odd_spec. apply is_odd_ext. intros k short.
  assert (2 * k < 24) as short' by lia.
  rewrite (nth_see (layer 0) p (2 * k) short'), (nth_see (layer 1) p (2 * k) short'), (nth_see (layer 2) p (2 * k) short').
  apply edge_from_spec. apply edge_spots_stay; [exact from|]. apply nth_In. exact short'.
Qed.

Lemma layers_of_layer i j : i < 3 -> In j edge_spots -> in_layer (label (layer i) j) = mark (label layers j =? i).
Proof.
  assert (every (fun i => every (fun j => in_layer (label (layer i) j) =? mark (label layers j =? i)) edge_spots) (seq 0 3) = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. intros short there. specialize (H i ltac:(apply in_seq; lia)). rewrite every_spec in H.
  now apply Nat.eqb_eq, H.
Qed.

Lemma layer_is_allowed i z n p : i < 3 -> of_turns p -> see layers p = home layers -> stands_for (layer i) z n p ->
  In n (layer_allowed i z).
Proof.
  intros short from at_home stands. unfold layer_allowed. apply (is_allowed (layer i) z in_layer _ n p stands).
  rewrite <- at_home. exact (see_alike (layer i) layers in_layer (fun m => mark (m =? i)) p eq_refl
    (fun j => edge_spots_stay p j from) (fun j => layers_of_layer i j short)).
Qed.

Lemma seen_from_number_spec l z n p : stands_for l z n p -> seen_from_number z n = see l p.
Proof. unfold stands_for, seen_from_number. intros ->. reflexivity. Qed.

Lemma is_arrangement l z k c n p : stands_for l z n p -> PositiveMap.find n (class_at k) = Some c -> In n (arrangements_of z k c).
Proof.
  intros stands same. apply filter_In. split; [exact (in_map fst _ _ (PositiveMap.elements_correct _ _ stands))|].
  rewrite same. apply Pos.eqb_refl.
Qed.

Lemma all_reached_spec reached arranged in0 in1 in2 a u b v c w n odd : all_reached reached arranged in0 in1 in2 = true ->
  In (a, u) in0 -> In (b, v) in1 -> In (c, w) in2 -> In (n, odd) arranged -> list_odd (edges_seen u v w) = odd ->
  mem [n; a; b; c] reached = true.
Proof.
  intros all in_a in_b in_c in_n same. unfold all_reached in all. rewrite every_spec in all. specialize (all _ in_a). cbv beta iota in all.
  rewrite every_spec in all. specialize (all _ in_b). cbv beta iota in all. rewrite every_spec in all. specialize (all _ in_c).
  cbv beta iota zeta in all. rewrite every_spec in all. specialize (all _ in_n). cbv beta iota in all.
  now rewrite same, eqb_reflx in all.
Qed.

Lemma listed_view l z ns n p : stands_for l z n p -> In n ns -> In (n, see l p) (with_views z ns).
Proof.
  intros stands listed. rewrite <- (seen_from_number_spec l z n p stands). exact (in_map (fun n => (n, seen_from_number z n)) _ _ listed).
Qed.

Lemma listed_parity views n v : In (n, v) views -> In (n, list_odd (corners_seen v)) (with_parity views).
Proof. exact (in_map (fun '(n, v) => (n, list_odd (corners_seen v))) views (n, v)). Qed.

Lemma stage4_reaches p n a b c : of_turns p -> see layers p = home layers -> stands_for corners corners_numbers n p ->
  PositiveMap.find n (class_at corner_classes) = Some 1%positive -> stands_for (layer 0) layer0_numbers a p ->
  stands_for (layer 1) layer1_numbers b p -> stands_for (layer 2) layer2_numbers c p -> mem [n; a; b; c] (explored stage4) = true.
Proof.
  intros from layered stands first stands_a stands_b stands_c.
  assert (0 < 3 /\ 1 < 3 /\ 2 < 3) as (less0 & less1 & less2) by lia.
  apply (all_reached_spec _ _ _ _ _ a _ b _ c _ n _ stage4_all_reached
    (listed_view _ _ _ _ _ stands_a (layer_is_allowed 0 layer0_numbers a p less0 from layered stands_a))
    (listed_view _ _ _ _ _ stands_b (layer_is_allowed 1 layer1_numbers b p less1 from layered stands_b))
    (listed_view _ _ _ _ _ stands_c (layer_is_allowed 2 layer2_numbers c p less2 from layered stands_c))
    (listed_parity _ _ _ (listed_view _ _ _ _ _ stands (is_arrangement _ _ _ _ _ _ stands first)))).
  rewrite corners_seen_spec, (one_parity p from). exact (edges_seen_spec p from).
Qed.

Lemma solved_in_15 p : of_turns p -> shows_home [twist_labels; flip_labels; layers] p -> shown class_part 1 p ->
  exists word, Forall (fun k => In k kinds) word /\ length word <= 15 /\
    shows_home [twist_labels; flip_labels; corners; layer 0; layer 1; layer 2] (moved_by word p).
Proof.
  intros from homes (n & stands & first). pose proof numberings_right as ((H1 & H2 & _) & (H4 & _) & H6 & H7 & H8).
  pose proof (Forall_inv homes) as twisted. apply Forall_inv_tail in homes. pose proof (Forall_inv homes) as flipped.
  apply Forall_inv_tail in homes. pose proof (Forall_inv homes) as layered. clear homes. cbv beta in twisted, flipped, layered.
  destruct (has_number (layer 0) layer0_numbers p H6 from) as (a & _ & stands_a).
  destruct (has_number (layer 1) layer1_numbers p H7 from) as (b & _ & stands_b).
  destruct (has_number (layer 2) layer2_numbers p H8 from) as (c & _ & stands_c).
  pose proof (stage4_reaches p n a b c from layered stands first stands_a stands_b stands_c) as reached.
  destruct (stage_ends stage4 [n; a; b; c] p stage4_listed reached from
    (Forall2_cons corners_part n stands (Forall2_cons layer0_part a stands_a (Forall2_cons layer1_part b stands_b
      (Forall2_cons layer2_part c stands_c (Forall2_nil _)))))) as (word & all & short & g & [<-|[]] & ends).
  exists word. split; [exact (stage_turns_are_kinds stage4 word stage4_listed all)|]. split; [exact short|].
  constructor; [|constructor; [|constructor; [|constructor; [|constructor; [|constructor; [|constructor]]]]]].
  - exact (seen_home twist_part twist_labels twist_numbers word p stage4 eq_refl H2
      (kept_by _ _ twist_is_kept (turns stage4) (or_intror (or_introl eq_refl))) stage4_listed all from twisted).
  - exact (seen_home flip_part flip_labels flip_numbers word p stage4 eq_refl H1
      (kept_by _ _ flip_is_kept (turns stage4) (or_intror (or_intror (or_introl eq_refl)))) stage4_listed all from flipped).
  - apply (stands_home corners corners_numbers _ H4). exact (Forall2_head ends).
  - apply (stands_home (layer 0) layer0_numbers _ H6). exact (Forall2_head (Forall2_tail ends)).
  - apply (stands_home (layer 1) layer1_numbers _ H7). exact (Forall2_head (Forall2_tail (Forall2_tail ends))).
  - apply (stands_home (layer 2) layer2_numbers _ H8). exact (Forall2_head (Forall2_tail (Forall2_tail (Forall2_tail ends)))).
Qed.

(** ** Proofs: nothing else is left *)

Definition centre_spots : list nat := [4; 13; 22; 31; 40; 49].

Lemma every_sticker_has_a_spot : every (fun i => any (Nat.eqb i) (corner_spots ++ edge_spots ++ centre_spots)) (seq 0 54) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma centres_are_fixed p i : of_turns p -> In i centre_spots -> nth i p 0 = i.
Proof.
  assert (every (fun p => every (fun i => (i <? 54) && (nth i p 0 =? i)) centre_spots) (identity 3 :: map permutation_by kinds) = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite every_spec in H. intros from there. revert p from. apply of_turns_ind.
  - specialize (H (identity 3) ltac:(now left)). rewrite every_spec in H. specialize (H i there).
    apply andb_prop in H as [_ same]. now apply Nat.eqb_eq.
  - intros p k listed from IH. specialize (H (permutation_by k) ltac:(right; now apply in_map)). rewrite every_spec in H.
    specialize (H i there). apply andb_prop in H as [short same]. apply Nat.ltb_lt in short. apply Nat.eqb_eq in same.
    rewrite nth_composed by auto using kind_fine. now rewrite same.
Qed.

(** A sticker of a corner, or of an edge, is known by its labels. *)
Lemma corner_labels_tell : every (fun i => any (Nat.eqb (next_of i)) corner_spots && every (fun j =>
  if (corner_of j =? corner_of i) && (painted Twist j =? painted Twist i) && (painted Twist (next_of j) =? painted Twist (next_of i))
  then j =? i else true) corner_spots) corner_spots = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma edge_labels_tell : every (fun i => every (fun j =>
  if every (fun m => label (layer m) j =? label (layer m) i) [0; 1; 2] && (painted Flip j =? painted Flip i)
  then j =? i else true) edge_spots) edge_spots = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma home_is_solved p : of_turns p -> shows_home [twist_labels; flip_labels; corners; layer 0; layer 1; layer 2] p -> p = identity 3.
Proof.
  intros from homes. unfold shows_home in homes. rewrite Forall_forall in homes.
  assert (forall l i, In l [twist_labels; flip_labels; corners; layer 0; layer 1; layer 2] -> In i (spots l) -> i < 54 ->
    label l (nth i p 0) = label l i) as same.
  { intros l i listed there short. apply home_label; [now apply homes|assumption..]. }
  clear homes. apply same_permutation; [now apply of_turns_fine|exact fine_identity|]. intros i short. rewrite nth_id by assumption.
  pose proof every_sticker_has_a_spot as H. rewrite every_spec in H. specialize (H i ltac:(apply in_seq; lia)).
  apply any_spec in H as (i' & there & equal). apply Nat.eqb_eq in equal. subst i'.
  apply in_app_iff in there as [there|there]; [|apply in_app_iff in there as [there|there]].
  - pose proof (same twist_labels i (or_introl eq_refl) there short) as turned.
    pose proof (same corners i (or_intror (or_intror (or_introl eq_refl))) there short) as arranged.
    pose proof corner_labels_tell as H. rewrite every_spec in H. specialize (H i there). apply andb_prop in H as [next_there H].
    apply any_spec in next_there as (i' & next_there & equal). apply Nat.eqb_eq in equal. subst i'.
    pose proof (same twist_labels (next_of i) (or_introl eq_refl) next_there (corner_small _ next_there)) as turned'.
    unfold next_of in turned' at 1. rewrite (of_turns_keeps_pieces p from i short) in turned'.
    rewrite every_spec in H. specialize (H (nth i p 0) (corner_spots_stay p i from there)).
    cbn [label twist_labels corners] in turned, arranged, turned'. fold (next_of (nth i p 0)) in turned'.
    rewrite arranged, turned, turned', !Nat.eqb_refl in H. cbn [andb] in H. now apply Nat.eqb_eq.
  - pose proof (same flip_labels i (or_intror (or_introl eq_refl)) there short) as flipped.
    pose proof (same (layer 0) i (or_intror (or_intror (or_intror (or_introl eq_refl)))) there short) as in0.
    pose proof (same (layer 1) i (or_intror (or_intror (or_intror (or_intror (or_introl eq_refl))))) there short) as in1.
    pose proof (same (layer 2) i (or_intror (or_intror (or_intror (or_intror (or_intror (or_introl eq_refl)))))) there short) as in2.
    pose proof edge_labels_tell as H. rewrite every_spec in H. specialize (H i there). rewrite every_spec in H.
    specialize (H (nth i p 0) (edge_spots_stay p i from there)). cbn [label flip_labels] in flipped. cbn [every] in H.
    rewrite in0, in1, in2, flipped, !Nat.eqb_refl in H. cbn [andb] in H. now apply Nat.eqb_eq.
  - now apply centres_are_fixed.
Qed.

(** ** The theorems *)

(** From the group of U, D, R2, F2, L2 and B2, in 28 turns. *)
Theorem last_28 p : of_turns p -> shows_home [twist_labels; flip_labels; slots_labels] p ->
  exists word, Forall (fun k => In k kinds) word /\ length word <= 28 /\ moved_by word p = identity 3.
Proof.
  intros from homes. destruct (orbits_in_13 p from homes) as (word & all & short & homes' & class1).
  pose proof (of_turns_moved word all p from) as from'.
  destruct (solved_in_15 _ from' homes' class1) as (word' & all' & short' & homes2).
  exists (word ++ word'). split; [exact (proj2 (Forall_app _ word word') (conj all all'))|]. split; [rewrite app_length; lia|].
  rewrite moved_by_app. apply home_is_solved; [now apply of_turns_moved|exact homes2].
Qed.

(** To that group, in 17 turns. *)
Theorem first_17 p : of_turns p ->
  exists word, Forall (fun k => In k kinds) word /\ length word <= 17 /\ shows_home [twist_labels; flip_labels; slots_labels] (moved_by word p).
Proof.
  intros from. destruct (edges_oriented_in_7 p from) as (word & all & short & flipped).
  pose proof (of_turns_moved word all p from) as from'.
  destruct (corners_oriented_in_10 _ from' flipped) as (word' & all' & short' & homes).
  exists (word ++ word'). split; [exact (proj2 (Forall_app _ word word') (conj all all'))|]. split; [rewrite app_length; lia|]. now rewrite moved_by_app.
Qed.

(** What holds of permutations, for colours. *)
Lemma colours_moved word p : of_turns p -> Forall (fun k => In k kinds) word -> moved_by word p = identity 3 ->
  after 3 (map kind_turn word) (shown_by p) = solved_colours 3.
Proof.
  intros from all ends.
  assert (forall word, Forall (fun k => In k kinds) word -> forall p, of_turns p ->
    after 3 (map kind_turn word) (shown_by p) = shown_by (moved_by word p)) as H.
  { clear. induction 1 as [|k word listed all IH]; intros p from; [reflexivity|].
    cbn [map after fold_left moved_by]. fold (after 3 (map kind_turn word)).
    assert (turned 3 (kind_turn k) (shown_by p) = shown_by (compose p (permutation_by k))) as ->.
    { destruct from as (first & all' & ->). rewrite <- after_is_shown by assumption.
      change (permutation_by k) with (turn 3 (kind_turn k)). rewrite <- permutation_of_one_more, <- after_is_shown.
      - unfold after. now rewrite fold_left_app.
      - apply Forall_app. split; [assumption|]. constructor; [now apply kind_turn_is_of_face|constructor]. }
    change (fold_left (fun p k => compose p (permutation_by k)) word (compose p (permutation_by k)))
      with (moved_by word (compose p (permutation_by k))).
    apply IH. now apply of_turns_one_more. }
  rewrite H, ends by assumption. vm_compute. reflexivity.
Qed.

Theorem forty_five_turns_are_enough : forall cube, reachable cube ->
  exists word, Forall (fun s => In s face_turns) word /\ length word <= 45 /\ after 3 word cube = solved_colours 3.
Proof.
  intros cube (first & all & ->). rewrite after_is_shown by assumption.
  assert (of_turns (permutation_of 3 first)) as from by (exists first; now split).
  destruct (first_17 _ from) as (word & all' & short & homes).
  pose proof (of_turns_moved word all' _ from) as from'.
  destruct (last_28 _ from' homes) as (word' & all2 & short' & ends).
  assert (Forall (fun k => In k kinds) (word ++ word')) as all3 by now apply Forall_app.
  exists (map kind_turn (word ++ word')). split; [|split].
  - apply Forall_map. revert all3. apply Forall_impl. exact kind_turn_is_of_face.
  - rewrite map_length, app_length. lia.
  - apply colours_moved; [assumption..|]. now rewrite moved_by_app.
Qed.

(** ** Examples *)

(** Six turns are not enough for the first stage. *)
Example six_turns_do_not_flip_all_edges : (let reached := explored (Stage [flip_part] kinds [[1%positive]] 6) in
  every (fun n => mem [n] reached) (numbers flip_part)) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

(** A quarter turn of F does not keep the edges as the first stage leaves them. *)
Example quarter_turns_of_f_flip_edges : keep flip_part [(F, 1)] 1 = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

(** Rows of another numbering, and a stage that cannot take its turns back, are refused. *)
Example faults_are_refused : numbering_ok flip_labels (Numbering (seen_at flip_numbers) (after_quarters twist_numbers)) = false /\
  stage_ok (Stage [flip_part] [(F, 1)] [[1%positive]] 7) = false.
Proof. split; vm_cast_no_check (eq_refl false). Qed.
