(** * Theorems about a search that meets no solved cube

    The theorems are at the end. All words of turns, of the cube as a whole too, come down to words of face turns
    ([formula/Reduction.v]), and these to words in canonical order ([formula/Canonical.v]), which the search forms. *)

From Coq Require Import NArith Arith Bool List PArith Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Canonical Reduction Certificate Shortest.
From Cubeproof.search Require Import Words Bounds Views Tables Inverse Search Pairs.
Import ListNotations.

(** ** The question *)

Definition centre (f : face) : nat := 9 * face_index f + 4.

(** The face whose centre has a colour. *)
Definition face_with (cube : colouring) (colour : face) : face :=
  match find (fun f => face_eqb (nth (centre f) cube U) colour) faces with Some f => f | None => U end.

(** The cube as it looks when its colours are called by the faces of its centres. *)
Definition relabelled (cube : colouring) : colouring := map (face_with cube) cube.

(** The longest words that are asked about; no cube needs as many. *)
Definition most_turns : nat := 40.

Definition question_ok (cube : colouring) (n : nat) : bool :=
  (length cube =? 54) && (n <=? most_turns)
  && forallb (fun f => face_eqb (face_with cube (nth (centre f) cube U)) f) faces
  && negb (colours_eqb (relabelled cube) (solved_colours 3)).

(** ** The search, in shares *)

Fixpoint counting_down (n : nat) : list word :=
  match n with
  | 0 => []
  | S fewer => literal (N.of_nat fewer) :: counting_down fewer
  end.

(** The words that start with two turns. *)
Definition beginning : Type := (face * nat) * (face * nat).

Definition kind_eqb (k l : face * nat) : bool := face_eqb (fst k) (fst l) && (snd k =? snd l).

(** The turn of a kind, among those that are already computed. *)
Definition known_move (k : face * nat) : move :=
  match find (fun t => kind_eqb (kind t) k) all_moves with Some t => t | None => move_of k end.

Definition share_of {Spot} (T : tables Spot) (start : colouring) (from : node Spot) (lefts : list word)
  (by_two : beginning) : option word :=
  share (enter T start) follow lefts from [] all_groups [known_move (fst by_two); known_move (snd by_two)] zero.

Definition all_beginnings : list beginning :=
  flat_map (fun t => map (fun u => (kind t, kind u)) (concat (follow t))) all_moves.

(** Whether shares are the whole. *)
Definition whole (shares : list beginning) : bool :=
  forallb (fun '(k, l) => existsb (fun '(k', l') => kind_eqb k k' && kind_eqb l l') shares) all_beginnings.

(** With the tables of pairs that the program has read. *)
Definition root (m : memory) : colouring -> option (node place) := root_of (pair_tables m).
Definition share_from (m : memory) : colouring -> node place -> list word -> beginning -> option word :=
  share_of (pair_tables m).

(** All of it, in one process. *)
Definition search_ok (m : memory) (cube : colouring) (n : nat) : bool :=
  tables_ok m && question_ok cube n
  && match root m (relabelled cube) with
     | Some from => forallb (fun by_two =>
         match share_from m (relabelled cube) from (counting_down n) by_two with Some _ => true | None => false end)
         all_beginnings
     | None => false
     end.

Lemma kind_eqb_spec k l : kind_eqb k l = true <-> k = l.
Proof.
  destruct k as [f q], l as [g r]. unfold kind_eqb. cbn. rewrite andb_true_iff, face_eqb_spec, Nat.eqb_eq.
  split; [now intros [-> ->] | now intros [= -> ->]].
Qed.

Lemma known_move_is k : known_move k = move_of k.
Proof.
  unfold known_move. destruct (find _ all_moves) as [t|] eqn:E; [|reflexivity].
  apply find_some in E as [listed same]. apply kind_eqb_spec in same. subst k.
  exact (proj1 (move_kind t listed)).
Qed.

(** ** Turns in canonical order *)

Definition number_of (k : face * nat) : positive := Pos.of_succ_nat (3 * face_index (fst k) + (snd k - 1)).
Definition numbers : list positive := map number_of kinds.
Definition kind_of (a : positive) : option ((face * nat) * permutation) := nth_error permutations (pred (Pos.to_nat a)).

Definition source_by (a p : positive) : positive :=
  match kind_of a with
  | Some (_, sources) => if Pos.to_nat p <=? 54 then Pos.of_succ_nat (nth (pred (Pos.to_nat p)) sources 0) else p
  | None => p
  end.

Definition opposite (f g : face) : bool :=
  match f, g with U, D | D, U | R, L | L, R | F, B | B, F => true | _, _ => false end.

Definition replacement (a b : positive) : option (list positive) :=
  match kind_of a, kind_of b with
  | Some ((f, q), _), Some ((g, r), _) =>
      if face_eqb f g then Some (match (q + r) mod 4 with 0 => [] | sum => [number_of (f, sum)] end)
      else if opposite f g && (face_index g <? face_index f) then Some [b; a] else None
  | _, _ => None
  end.

Definition sticker_numbers : list positive := map Pos.of_succ_nat (seq 0 54).

Definition smaller_eqb (word : list positive) (a b : positive) : bool :=
  match word with
  | [] | [_] => true
  | [c; d] => (c <? a)%positive || ((c =? a)%positive && (d <? b)%positive)
  | _ => false
  end.

Lemma replacements_are_right : forallb (fun a => forallb (fun b =>
    match replacement a b with
    | Some word =>
        forallb (fun p => (does source_by word p =? does source_by [a; b] p)%positive) sticker_numbers
        && forallb (fun c => existsb (Pos.eqb c) numbers) word && smaller_eqb word a b
    | None =>
        match kind_of a, kind_of b with
        | Some (k, _), Some (l, _) =>
            existsb (fun t => face_eqb (fst (kind t)) (fst l) && (snd (kind t) =? snd l)) (concat (follow (move_of k)))
        | _, _ => false
        end
    end) numbers) numbers = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma kinds_have_numbers : forallb (fun '(k, p) =>
    match kind_of (number_of k) with
    | Some (l, q) => face_eqb (fst k) (fst l) && (snd k =? snd l) && numbers_eqb p q
    | None => false
    end && forallb (fun i => i <? 54) p && (length p =? 54)
    && existsb (fun s => slab_eqb s (Slab (fst k) 1 1 (snd k))) (all_turns 3)) permutations = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma one_kind k : In k kinds -> kind_of (number_of k) = Some (k, permutation_by k) /\
  (forall i, In i (permutation_by k) -> i < 54) /\ length (permutation_by k) = 54 /\
  In (Slab (fst k) 1 1 (snd k)) (all_turns 3).
Proof.
  intros listed. pose proof kinds_have_numbers as H. rewrite forallb_forall in H.
  specialize (H _ (in_map (fun k => (k, permutation_by k)) _ _ listed)). cbv beta iota in H.
  rewrite !andb_true_iff in H. destruct H as [[[H small] long] slab].
  destruct (kind_of (number_of k)) as [[l q]|]; [|discriminate].
  rewrite !andb_true_iff in H. destruct H as [[one two] same]. apply face_eqb_spec in one. apply Nat.eqb_eq in two, long.
  apply numbers_eqb_spec in same. rewrite forallb_forall in small. destruct k as [f r], l as [f' r']. cbn in one, two.
  subst. split; [reflexivity|]. split; [|split].
  - intros i there. now apply Nat.ltb_lt, small.
  - assumption.
  - apply existsb_exists in slab as (s & there & equal). apply slab_eqb_eq in equal. now subst.
Qed.

Lemma number_kind a : In a numbers -> exists k, In k kinds /\ a = number_of k.
Proof. intros listed. apply in_map_iff in listed as (k & <- & there). eauto. Qed.

Lemma no_number a : kind_of a <> None -> In a numbers.
Proof.
  intros some. unfold kind_of in some. apply nth_error_Some in some. apply in_map_iff.
  assert (forallb (fun i => existsb (fun k => (number_of k =? Pos.of_succ_nat i)%positive) kinds) (seq 0 18) = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. specialize (H (pred (Pos.to_nat a))).
  assert (In (pred (Pos.to_nat a)) (seq 0 18)) as inside by (apply in_seq; change (length permutations) with 18 in some; lia).
  specialize (H inside). apply existsb_exists in H as (k & listed & same). apply Pos.eqb_eq in same.
  exists k. split; [|assumption]. rewrite same. pose proof (Pos2Nat.is_pos a).
  apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. lia.
Qed.

Lemma beyond_stickers word p : ~ Pos.to_nat p <= 54 -> does source_by word p = p.
Proof.
  intros more. induction word as [|a word IH]; [reflexivity|].
  change (source_by a (does source_by word p) = p). rewrite IH. unfold source_by. destruct kind_of as [[k sources]|]; [|reflexivity].
  destruct (Nat.leb_spec (Pos.to_nat p) 54); [easy|reflexivity].
Qed.

Lemma in_stickers p : Pos.to_nat p <= 54 -> In p sticker_numbers.
Proof.
  intros short. pose proof (Pos2Nat.is_pos p). apply in_map_iff. exists (pred (Pos.to_nat p)).
  split; [|apply in_seq; lia]. apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. lia.
Qed.

Lemma canonical_turns word : Forall (fun a => In a numbers) word ->
  exists other, Forall (fun a => In a numbers) other /\ length other <= length word /\
    (forall p, does source_by other p = does source_by word p) /\ canonical replacement other.
Proof.
  apply canonical_word. intros a b other found.
  assert (In a numbers /\ In b numbers) as [Ha Hb].
  { unfold replacement in found. split; apply no_number; intros E; rewrite E in found; [discriminate|].
    destruct (kind_of a) as [[[f q] s]|]; discriminate. }
  pose proof replacements_are_right as H. rewrite forallb_forall in H. specialize (H a Ha).
  rewrite forallb_forall in H. specialize (H b Hb). rewrite found in H. rewrite !andb_true_iff in H.
  destruct H as [[same listed] small]. split; [|split].
  - intros p. destruct (le_lt_dec (Pos.to_nat p) 54) as [short|more].
    + rewrite forallb_forall in same. apply Pos.eqb_eq, same, in_stickers, short.
    + rewrite !beyond_stickers by lia. reflexivity.
  - apply Forall_forall. intros c there. rewrite forallb_forall in listed. specialize (listed c there).
    apply existsb_exists in listed as (d & inside & equal). apply Pos.eqb_eq in equal. now subst.
  - destruct other as [|c [|d [|? ?]]]; cbn in small |- *; try exact I; [|discriminate].
    unfold earlier. apply orb_true_iff in small as [less|less]; [left; now apply Pos.ltb_lt|right].
    apply andb_true_iff in less as [equal less]. split; [now apply Pos.eqb_eq|now apply Pos.ltb_lt].
Qed.

(** Words in canonical order are words that the search may form. *)
Lemma canonical_chain word : Forall (fun k => In k kinds) word -> canonical replacement (map number_of word) ->
  forall choices, (forall k, In k kinds -> head word = Some k -> In (move_of k) (concat choices)) ->
  chain follow choices (map move_of word).
Proof.
  induction word as [|k word IH]; intros all ordered choices may_start; [exact I|].
  inversion all as [|? ? listed all']; subst. split; [now apply may_start|]. apply IH; [assumption| |].
  - intros before a b later same. apply (ordered (number_of k :: before) a b later). cbn. now rewrite same.
  - intros l listed' first. destruct word as [|l' word]; [discriminate|]. injection first as ->.
    pose proof (ordered [] (number_of k) (number_of l) (map number_of word) eq_refl) as none.
    pose proof replacements_are_right as H. rewrite forallb_forall in H.
    specialize (H _ (in_map number_of _ _ listed)). rewrite forallb_forall in H.
    specialize (H _ (in_map number_of _ _ listed')). rewrite none in H.
    destruct (one_kind k listed) as [E _], (one_kind l listed') as [E' _]. rewrite E, E' in H.
    apply existsb_exists in H as (t & there & same). apply andb_true_iff in same as [one two].
    apply face_eqb_spec in one. apply Nat.eqb_eq in two.
    assert (t = move_of l) as <-; [|assumption].
    assert (In t all_moves) as known.
    { pose proof (follow_is_good (move_of k)) as good. eapply in_group; eassumption. }
    destruct (move_kind t known) as [-> _]. f_equal. destruct (kind t), l. cbn in one, two. now subst.
Qed.

Lemma does_through word i : Forall (fun k => In k kinds) word -> i < 54 ->
  does source_by (map number_of word) (Pos.of_succ_nat i) = Pos.of_succ_nat (through (map permutation_by word) i) /\
  through (map permutation_by word) i < 54.
Proof.
  intros all short. induction all as [|k word listed all [IH small]]; [now split|].
  destruct (one_kind k listed) as (E & below & long & _).
  change (source_by (number_of k) (does source_by (map number_of word) (Pos.of_succ_nat i)) =
    Pos.of_succ_nat (nth (through (map permutation_by word) i) (permutation_by k) 0) /\
    nth (through (map permutation_by word) i) (permutation_by k) 0 < 54).
  split; [|apply below, nth_In; now rewrite long].
  rewrite IH. unfold source_by. rewrite E, SuccNat2Pos.id_succ. cbn [pred].
  destruct (Nat.leb_spec (S (through (map permutation_by word) i)) 54); [reflexivity|lia].
Qed.

(** ** The end of a word *)

Definition slab_of (k : face * nat) : slab := Slab (fst k) 1 1 (snd k).

Lemma run_is_after word s : run face_turn s word = after 3 (map slab_of word) s.
Proof. revert s. induction word as [|k word IH]; intros s; [reflexivity|]. exact (IH (face_turn s k)). Qed.

Lemma nth_after_kinds word s i : Forall (fun k => In k kinds) word -> i < 54 ->
  nth i (run face_turn s word) U = nth (through (map permutation_by word) i) s U.
Proof.
  intros all short. rewrite run_is_after. destruct (after_through 3 (map slab_of word)) with (shown := s) (i := i) as [-> _].
  - now right.
  - apply Forall_map. revert all. apply Forall_impl. intros k listed. now apply one_kind.
  - exact short.
  - now rewrite map_map.
Qed.

Lemma length_after word s : length s = 54 -> Forall (fun k => In k kinds) word -> length (run face_turn s word) = 54.
Proof.
  intros long all. revert s long. induction all as [|k word listed all IH]; intros s long; [assumption|].
  apply IH. unfold face_turn, gather. rewrite map_length. now apply one_kind.
Qed.

Lemma centres_stay word f : Forall (fun k => In k kinds) word ->
  through (map permutation_by word) (centre f) = centre f.
Proof.
  assert (forallb (fun '(_, p) => forallb (fun f => nth (centre f) p 0 =? centre f) faces) permutations = true) as H
    by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. intros all. induction all as [|k word listed all IH]; [reflexivity|].
  change (nth (through (map permutation_by word) (centre f)) (permutation_by k) 0 = centre f). rewrite IH.
  specialize (H _ (in_map (fun k => (k, permutation_by k)) _ _ listed)). cbv beta iota in H.
  rewrite forallb_forall in H. apply Nat.eqb_eq, H. destruct f; cbn; tauto.
Qed.

Lemma moves_are_kinds : moves 3 htm DBL = map permutation_by kinds.
Proof.
  assert ((if list_eq_dec (list_eq_dec Nat.eq_dec) (moves 3 htm DBL) (map snd permutations) then true else false) = true) as H
    by (vm_cast_no_check (eq_refl true)).
  destruct list_eq_dec as [E|]; [|discriminate]. rewrite E. unfold permutations. rewrite map_map. now apply map_ext.
Qed.

(** A word of all turns that solves the cube is a word that the search may form. *)
Lemma solving_chain cube word : length cube = 54 ->
  (forall f, face_with cube (nth (centre f) cube U) = f) ->
  Forall (fun s => In s (all_turns 3)) word -> solved 3 (after 3 word cube) ->
  exists turns, chain follow all_groups turns /\ length turns <= word_cost 3 htm word /\
    is_goal (run step (relabelled cube) turns).
Proof.
  intros long centred all ends. assert (is_size 3) as of_size by now right.
  destruct (fewer_turns_are_enough 3 htm DBL of_size word all)
    as (made & r & of_moves & short & rotation & equal).
  rewrite moves_are_kinds in of_moves.
  assert (exists ks, Forall (fun k => In k kinds) ks /\ map permutation_by ks = made) as (ks & of_kinds & <-).
  { clear -of_moves. induction of_moves as [|p made listed of_moves (ks & all & same)]; [now exists []|].
    apply in_map_iff in listed as (k & <- & listed). exists (k :: ks). split; [now constructor|]. cbn [map]. now rewrite same. }
  rewrite map_length in short.
  destruct (canonical_turns (map number_of ks)) as (other & of_numbers & shorter & does_same & ordered).
  { apply Forall_map. revert of_kinds. apply Forall_impl. intros k. apply in_map. }
  assert (exists ls, Forall (fun k => In k kinds) ls /\ map number_of ls = other) as (ls & of_kinds' & <-).
  { clear -of_numbers. induction of_numbers as [|a other listed of_numbers (ls & all & same)]; [now exists []|].
    destruct (number_kind a listed) as (k & there & ->). exists (k :: ls). split; [now constructor|]. cbn [map]. now rewrite same. }
  rewrite !map_length in shorter.
  assert (forall i, i < 54 -> through (map permutation_by ls) i = through (map permutation_by ks) i) as same.
  { intros i below_n. destruct (does_through ls i of_kinds' below_n) as [E _], (does_through ks i of_kinds below_n) as [E' _].
    specialize (does_same (Pos.of_succ_nat i)). rewrite E, E' in does_same. now apply SuccNat2Pos.inj in does_same. }
  exists (map move_of ls). split; [|split].
  - apply canonical_chain; [assumption..|]. intros k listed _. now apply in_all_moves.
  - rewrite map_length. lia.
  - destruct (rotation_back 3 r of_size rotation) as (s & _ & [long_s small_s] & back' & faces_to_faces).
    assert (forall f, exists colour, forall i, i < 54 -> face_of 3 i = f ->
      nth (through (map permutation_by ls) i) cube U = colour) as painted.
    { intros f. destruct (faces_to_faces f) as [g goes]. destruct (one_colour_each _ _ ends g) as [c it].
      exists c. intros i below_n on. rewrite <- (it (nth i s 0) (small_s i below_n) (goes i below_n on)).
      destruct (after_through 3 word of_size all cube (nth i s 0) (small_s i below_n)) as [-> _].
      rewrite equal, back' by auto. now rewrite same. }
    unfold is_goal. rewrite run_step, map_map. cbn [kind move_of]. rewrite map_id.
    assert (length (relabelled cube) = 54) as long' by (unfold relabelled; now rewrite map_length).
    apply (nth_ext _ _ U U); [now rewrite length_after by assumption|]. rewrite length_after by assumption.
    intros i below_n. rewrite nth_after_kinds by assumption.
    destruct (does_through ls i of_kinds' below_n) as [_ small]. unfold relabelled.
    rewrite nth_indep with (d' := face_with cube U) by (rewrite map_length, long; exact small).
    rewrite (map_nth (face_with cube)).
    destruct (painted (face_of 3 i)) as [c it]. rewrite it by auto.
    assert (forallb (fun f => (centre f <? 54) && face_eqb (face_of 3 (centre f)) f) faces = true) as H by reflexivity.
    rewrite forallb_forall in H. specialize (H (face_of 3 i)).
    assert (In (face_of 3 i) faces) as listed by (destruct (face_of 3 i); cbn; tauto).
    specialize (H listed). apply andb_true_iff in H as [inside on]. apply Nat.ltb_lt in inside. apply face_eqb_spec in on.
    rewrite <- (it (centre (face_of 3 i)) inside on), centres_stay, centred by assumption.
    unfold solved_colours. rewrite nth_indep with (d' := face_of 3 0) by (rewrite map_length, seq_length; exact below_n).
    rewrite (map_nth (face_of 3)). now rewrite seq_nth by exact below_n.
Qed.

(** ** The theorems *)

Lemma counts_down_right n : n <= most_turns -> counts_down (counting_down n).
Proof.
  induction n as [|n IH]; intros short; [exact I|]. cbn [counting_down counts_down].
  assert (length (counting_down n) = n) as -> by (clear; induction n; cbn; congruence).
  unfold most_turns in *. assert (N.of_nat n < 2 ^ 29)%N by (change (2 ^ 29)%N with 536870912%N; lia).
  rewrite value_literal by (change (2 ^ 29)%N with 536870912%N in *; change (2 ^ 30)%N with 1073741824%N; lia).
  split; [reflexivity|]. split; [assumption|]. apply IH. lia.
Qed.

Lemma length_counting_down n : length (counting_down n) = n.
Proof. induction n; cbn; congruence. Qed.

Lemma groups_not_empty f these : concat (groups_of (f :: these)) <> [].
Proof. rewrite groups_are. unfold turns_of. cbn [map concat app]. intros H. discriminate H. Qed.

Lemma follow_goes_on t : concat (follow t) <> [].
Proof. unfold follow. destruct (fst (kind t)); apply groups_not_empty. Qed.

(** For all right tables and every list of shares: if the shares are the whole, and each share was searched to its end, then
    no [n] turns solve the cube. *)
Theorem right_tables_exclude : forall Spot (T : tables Spot) shown, right_tables T shown ->
  forall cube n from shares,
  question_ok cube n = true -> root_of T (relabelled cube) = Some from -> whole shares = true ->
  Forall (fun by_two => share_of T (relabelled cube) from (counting_down n) by_two <> None) shares ->
  forall word, Forall (fun s => In s (all_turns 3)) word -> word_cost 3 htm word <= n ->
  ~ solved 3 (after 3 word cube).
Proof.
  intros Spot T shown right cube n from shares question rooted covered done word all cheap ends.
  unfold question_ok in question. rewrite !andb_true_iff, Nat.eqb_eq, Nat.leb_le, negb_true_iff in question.
  destruct question as [[[long few] centred] unsolved]. rewrite forallb_forall in centred.
  destruct (solving_chain cube word) as (turns & linked & short & goal); [assumption| |assumption..|].
  { intros f. apply face_eqb_spec, centred. destruct f; cbn; tauto. }
  destruct turns as [|t turns].
  { clear -goal unsolved. apply (proj2 (colours_eqb_spec (relabelled cube) (solved_colours 3))) in goal.
    rewrite goal in unsolved. exact (Bool.diff_true_false unsolved). }
  refine (shares_exclude (enter T (relabelled cube)) follow step all_moves is_goal (fits T shown (relabelled cube))
    (enter_is_right T shown (relabelled cube) right) (fun t _ => follow_is_good t) all_groups
    (map (fun by_two => (move_of (fst by_two), move_of (snd by_two))) shares)
    (counting_down n) from (relabelled cube) (counts_down_right n few) (root_fits T shown _ right from rooted)
    (groups_are_good faces) _ _ _ (t :: turns) _ linked _ goal).
  - intros u _. apply follow_goes_on.
  - intros u v Hu Hv. unfold whole in covered. rewrite forallb_forall in covered.
    specialize (covered (kind u, kind v)). cbv beta iota in covered.
    destruct (move_kind u Hu) as [Eu _].
    destruct (move_kind v (in_group step all_moves _ v (follow_is_good u) Hv)) as [Ev _].
    assert (In (kind u, kind v) all_beginnings) as listed.
    { apply in_flat_map. exists u. split; [exact Hu|]. exact (in_map (fun v => (kind u, kind v)) _ _ Hv). }
    specialize (covered listed). apply existsb_exists in covered as ([k l] & there & same).
    apply andb_true_iff in same as [one two]. apply kind_eqb_spec in one, two. subst k l.
    apply in_map_iff. exists (kind u, kind v). split; [|exact there]. cbn [fst snd]. rewrite <- Eu, <- Ev. reflexivity.
  - intros u v there. apply in_map_iff in there as (by_two & [= <- <-] & there).
    rewrite Forall_forall in done. specialize (done by_two there). unfold share_of in done.
    rewrite !known_move_is in done. exists zero.
    destruct (share _ _ _ _ _ _ _ _) as [found|] in done |- *; [exists found; reflexivity|destruct (done eq_refl)].
  - intros H. discriminate H.
  - rewrite length_counting_down. clear -short cheap. lia.
Qed.

(** For every memory [m]: its tables are right if they pass the test. *)
Theorem excluded_in_shares : forall m cube n from shares,
  tables_ok m = true -> question_ok cube n = true -> root m (relabelled cube) = Some from ->
  whole shares = true ->
  Forall (fun by_two => share_from m (relabelled cube) from (counting_down n) by_two <> None) shares ->
  forall word, Forall (fun s => In s (all_turns 3)) word -> word_cost 3 htm word <= n ->
  ~ solved 3 (after 3 word cube).
Proof.
  intros m cube n from shares checked.
  exact (right_tables_exclude place (pair_tables m) shows (pairs_are_right m checked) cube n from shares).
Qed.

Theorem excluded : forall m cube n, search_ok m cube n = true ->
  forall word, Forall (fun s => In s (all_turns 3)) word -> word_cost 3 htm word <= n ->
  ~ solved 3 (after 3 word cube).
Proof.
  intros m cube n searched. unfold search_ok in searched. apply andb_prop in searched as [ready done].
  apply andb_prop in ready as [checked question].
  destruct (root m (relabelled cube)) as [from|] eqn:rooted; [|destruct (Bool.diff_false_true done)].
  apply (excluded_in_shares m cube n from all_beginnings checked question rooted).
  - unfold whole. apply forallb_forall. intros [k l] listed. apply existsb_exists. exists (k, l).
    split; [exact listed|]. apply andb_true_iff. split; apply kind_eqb_spec; reflexivity.
  - apply Forall_forall. intros by_two listed. rewrite forallb_forall in done. specialize (done by_two listed).
    intros none. rewrite none in done. exact (Bool.diff_false_true done).
Qed.

(** An answer that counts one more than was excluded is a shortest. *)
Theorem searched_is_shortest : forall m cube n from shares word,
  is_answer 3 cube word = true -> word_cost 3 htm word <= S n ->
  tables_ok m = true -> question_ok cube n = true -> root m (relabelled cube) = Some from ->
  whole shares = true ->
  Forall (fun by_two => share_from m (relabelled cube) from (counting_down n) by_two <> None) shares ->
  shortest 3 htm cube word.
Proof.
  intros m cube n from shares word answer cheap checked question rooted covered done.
  split; [now apply is_answer_solves|]. intros other [turns ends].
  destruct (le_lt_dec (word_cost 3 htm other) n) as [less|more]; [exfalso|clear -cheap more; lia].
  exact (excluded_in_shares m cube n from shares checked question rooted covered done other turns less ends).
Qed.

(** ** Examples *)

(** Tables that are not right exclude words that solve the cube: to these, all is too far. *)
Example tables_must_be_right :
  let T := Tables (Memory (fun _ => 0%N)) (fun _ _ _ => tt) (fun _ => zero) (fun _ _ _ _ => Beyond false) in
  let cube := after 3 [Slab R 1 1 1] (solved_colours 3) in
  let on a := Axis a tt zero in
  let v := Inverse (Pieces zero zero zero zero zero zero zero zero zero zero) zero zero zero in
  (forall by_two, share_of T cube (Node (on First) (on Second) (on Third) v) (counting_down 1) by_two <> None) /\
  is_solved 3 (after 3 [Slab R 1 1 3] cube) = true.
Proof.
  split; [|vm_cast_no_check (eq_refl true)]. intros by_two. unfold share_of. cbn [share counting_down]. unfold enter.
  cbn [see other]. match goal with |- context [barred ?spare ?v ?t] => destruct (barred spare v t) end; discriminate.
Qed.

(** A share that is missing is noticed. *)
Example shares_must_be_whole :
  (length all_beginnings, whole all_beginnings, whole (tl all_beginnings), whole []) = (243, true, false, false).
Proof. vm_cast_no_check (eq_refl (243, true, false, false)). Qed.

(** A turned cube, also held otherwise; too many turns; the solved cube; too few stickers; two centres alike. *)
Example these_questions_are_good :
  let cube := after 3 [Slab R 1 1 1] (solved_colours 3) in
  map (fun '(colours, n) => question_ok colours n)
      [(cube, 12); (after 3 [Slab U 1 3 1; Slab F 1 3 2] cube, 12); (cube, 41); (solved_colours 3, 12);
       (after 3 [Slab U 1 3 1] (solved_colours 3), 12); (tl cube, 12); (map (fun f => match f with U => D | _ => f end) cube, 12)]
  = [true; true; false; false; false; false; false].
Proof. vm_cast_no_check (eq_refl [true; true; false; false; false; false; false]). Qed.
