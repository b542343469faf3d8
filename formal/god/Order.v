(** * The order of the group: 43,252,003,274,489,856,000 cubes

    So many colourings do turns of faces make of the solved 3×3×3. Proof: a chain of stickers, one of each corner but one
    and of each edge but one. Words of turns take the first sticker to each of its 24 places; words that leave it where it
    is take the second to each of its 21 places, and so on. Every permutation that turns make is one word of each
    level after the other: this is closed under turns, as Coq evaluates for some thousand products. The words are found
    by a program that is not trusted. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.formula Require Import Lists Cube Reduction.
Import ListNotations.

(** ** The statement *)

(** The cubes that turns of faces make of the solved one. *)
Definition reachable (colours : colouring) : Prop :=
  exists word, Forall (fun s => In s face_turns) word /\ colours = after 3 word (solved_colours 3).

Definition order : N := 43252003274489856000.

(** ** Chains *)

(** A sticker; permutations that leave the stickers of earlier levels alone; and for each place to which these take the
    sticker a permutation that does so, with its inverse. *)
Record level := Level {
  sticker : nat; makers : list permutation; takers : list (permutation * permutation)
}.

Definition makers_of (chain : list level) : list permutation :=
  match chain with [] => [] | l :: _ => makers l end.

Fixpoint index_of (i : nat) (p : permutation) : nat :=
  match p with
  | [] => 0
  | j :: rest => if i =? j then 0 else S (index_of i rest)
  end.
Definition inverse (p : permutation) : permutation := map (fun i => index_of i p) (identity 3).

Definition taken_farther (b : nat) (found : list permutation) (both : permutation * permutation) : list permutation :=
  let (s, t) := both in
  let there := nth (nth b t 0) s 0 in
  if any (fun known => nth b known 0 =? there) found then found else found ++ [compose s t].

Definition spread (b : nat) (makers found : list permutation) : list permutation :=
  fold_left (taken_farther b) (list_prod makers found) found.

(** Twelve rounds are enough here. *)
Definition all_taken (b : nat) (makers : list permutation) : list permutation :=
  Nat.iter 12 (spread b makers) [identity 3].

Definition word_of (turns : list (face * nat)) : list slab := map (fun '(f, q) => Slab f 1 1 q) turns.

Fixpoint chain_of (words : list (nat * list (list (face * nat)))) : list level :=
  match words with
  | [] => []
  | (b, its_words) :: rest =>
      let later := chain_of rest in
      let makers := map (fun turns => permutation_of 3 (word_of turns)) its_words ++ makers_of later in
      Level b makers (map (fun t => (t, inverse t)) (all_taken b makers)) :: later
  end.

(** How many products of one taker of each level there are, and the product of a number. *)
Fixpoint products (chain : list level) : N :=
  match chain with
  | [] => 1
  | l :: rest => N.of_nat (length (takers l)) * products rest
  end.

Fixpoint product (chain : list level) (n : N) : permutation :=
  match chain with
  | [] => identity 3
  | l :: rest =>
      let places := N.of_nat (length (takers l)) in
      compose (fst (nth (N.to_nat (n mod places)) (takers l) ([], []))) (product rest (n / places))
  end.

(** Whether a permutation is such a product: level by level it is taken back. *)
Fixpoint sifts (chain : list level) (p : permutation) : bool :=
  match chain with
  | [] => permutation_eqb p (identity 3)
  | l :: rest =>
      match find (fun taker => nth (sticker l) (fst taker) 0 =? nth (sticker l) p 0) (takers l) with
      | Some (_, back) => sifts rest (compose back p)
      | None => false
      end
  end.

Fixpoint apart (numbers : list nat) : bool :=
  match numbers with
  | [] => true
  | i :: rest => negb (existsb (Nat.eqb i) rest) && apart rest
  end.

Definition is_fine (p : permutation) : bool := below 3 p && of_length 3 p.

Definition level_ok (l : level) (rest : list level) : bool :=
  every is_fine (makers l)
  && every (fun '(t, back) => is_fine t && is_fine back && permutation_eqb (compose t back) (identity 3)
                                 && permutation_eqb (compose back t) (identity 3)) (takers l)
  && any (fun taker => permutation_eqb (fst taker) (identity 3)) (takers l)
  && apart (map (fun taker => nth (sticker l) (fst taker) 0) (takers l))
  && every (fun later => every (fun taker => nth (sticker l) (fst taker) 0 =? sticker l) (takers later)) rest
  && (sticker l <? 54)
  && every (fun s => every (fun taker => sifts (l :: rest) (compose s (fst taker))) (takers l)) (makers l).

Fixpoint chain_ok (chain : list level) : bool :=
  match chain with
  | [] => true
  | l :: rest => level_ok l rest && chain_ok rest
  end.

(** ** The words: of turns of faces first, then of corners that change places, then of edges *)

Definition words : list (nat * list (list (face * nat))) := [
  (0, map (fun k => [k]) (list_prod faces [1; 2; 3]));
  (2, [[(B, 3); (R, 1); (F, 3); (R, 3); (B, 2); (R, 1); (F, 1); (R, 3); (B, 3)]]);
  (6, [[(U, 1); (R, 1); (F, 1); (R, 3); (B, 2); (R, 1); (F, 3); (R, 3); (B, 2); (U, 3)]]);
  (8, [[(U, 2); (R, 1); (F, 1); (R, 3); (B, 2); (R, 1); (F, 3); (R, 3); (B, 2); (U, 2)]]);
  (27, [[(L, 2); (R, 1); (F, 1); (R, 3); (B, 2); (R, 1); (F, 3); (R, 3); (B, 2); (L, 2)]]);
  (29, [[(L, 1); (R, 1); (F, 1); (R, 3); (B, 2); (R, 1); (F, 3); (R, 3); (B, 2); (L, 3)]]);
  (33, [[(B, 1); (R, 2); (D, 3); (R, 1); (D, 1); (R, 3); (D, 3); (R, 1); (D, 1); (U, 1); (D, 3); (R, 3); (D, 1);
      (R, 1); (D, 3); (R, 3); (D, 1); (R, 1); (U, 3); (R, 1); (B, 3)];
    [(B, 1); (U, 1); (R, 3); (U, 3); (R, 3); (F, 1); (R, 2); (U, 3); (R, 3); (U, 3); (R, 1); (U, 1); (R, 3); (F,
        3); (R, 1); (B, 3)]]);
  (1, [[(U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1)]]);
  (3, [[(U, 2); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1)]]);
  (5, [[(L, 2); (U, 2); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (L, 2)]]);
  (7, [[(B, 2); (U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1); (B, 2)]]);
  (28, [[(F, 2); (B, 2); (U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1); (B, 2); (F, 2)]]);
  (30, [[(R, 1); (L, 2); (U, 2); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (L, 2); (R, 3)]]);
  (32, [[(F, 1); (B, 2); (U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1); (B, 2); (F, 3)]]);
  (34, [[(R, 3); (F, 1); (B, 2); (U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1); (B, 2); (F, 3); (R, 1)]]);
  (21, [[(R, 1); (L, 3); (U, 2); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (L, 1); (R, 3)]]);
  (23, [[(R, 1); (L, 1); (U, 2); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (L, 3); (R, 3)]]);
  (48, [[(R, 1); (B, 3); (U, 1); (F, 1); (B, 3); (R, 2); (F, 3); (B, 1); (U, 1); (B, 1); (R, 3); (B, 3); (D, 3);
      (U, 3); (B, 3); (F, 1); (R, 2); (B, 1); (F, 3); (U, 3); (D, 1); (B, 1)]])].

Definition chain : list level := chain_of words.

Lemma chain_is_right : chain_ok chain = true /\ products chain = order.
Proof. split; [vm_cast_no_check (eq_refl true) | vm_cast_no_check (eq_refl order)]. Qed.

(** ** Proofs: permutations of 54 stickers *)

Lemma is_fine_spec p : is_fine p = true -> fine 3 p.
Proof. apply below_spec. Qed.

Lemma same_permutation p q : fine 3 p -> fine 3 q -> (forall i, i < 54 -> nth i p 0 = nth i q 0) -> p = q.
Proof.
  intros [long _] [long' _] same. change (stickers 3) with 54 in *.
  apply (nth_ext _ _ 0 0); [congruence|]. intros i short. apply same. lia.
Qed.

Lemma nth_composed p q i : fine 3 q -> i < 54 -> nth i (compose p q) 0 = nth (nth i q 0) p 0.
Proof. intros [long _] short. change (stickers 3) with 54 in *. apply nth_compose. lia. Qed.

Lemma fine_composed p q : fine 3 p -> fine 3 q -> fine 3 (compose p q).
Proof.
  intros [long small] good. pose proof good as [long' small']. change (stickers 3) with 54 in *. split.
  - unfold compose, gather. now rewrite map_length.
  - intros i short. change (stickers 3) with 54 in *. rewrite nth_composed by assumption. auto.
Qed.

Lemma fine_identity : fine 3 (identity 3).
Proof. apply is_fine_spec. vm_compute. reflexivity. Qed.

Lemma nth_id i : i < 54 -> nth i (identity 3) 0 = i.
Proof. exact (nth_identity 3 i). Qed.

Lemma composed_thrice p q r : fine 3 p -> fine 3 q -> fine 3 r -> compose p (compose q r) = compose (compose p q) r.
Proof.
  intros Hp Hq Hr. apply same_permutation; auto using fine_composed. intros i short. pose proof Hr as [_ small].
  change (stickers 3) with 54 in *. rewrite !nth_composed by auto using fine_composed. reflexivity.
Qed.

Lemma composed_with_nothing p : fine 3 p -> compose (identity 3) p = p /\ compose p (identity 3) = p.
Proof.
  intros Hp. pose proof Hp as [_ small]. change (stickers 3) with 54 in *.
  split; apply same_permutation; auto using fine_composed, fine_identity; intros i short.
  - rewrite nth_composed by auto. now apply nth_id, small.
  - rewrite nth_composed by auto using fine_identity. now rewrite nth_id.
Qed.

Lemma apart_spec numbers : apart numbers = true -> NoDup numbers.
Proof.
  induction numbers as [|i rest IH]; [constructor|]. cbn [apart]. rewrite andb_true_iff, negb_true_iff.
  intros [new others]. constructor; [|auto]. intros listed.
  enough (existsb (Nat.eqb i) rest = true) by congruence. apply existsb_exists. exists i. now rewrite Nat.eqb_refl.
Qed.

(** ** Products of permutations *)

Inductive made_of (makers : list permutation) : permutation -> Prop :=
| made_of_nothing : made_of makers (identity 3)
| made_of_one_more s p : In s makers -> made_of makers p -> made_of makers (compose s p).

Lemma made_of_more makers others p : incl makers others -> made_of makers p -> made_of others p.
Proof. intros more. induction 1; constructor; auto. Qed.

Section Makers.
Variable makers : list permutation.
Hypothesis all_fine : forall s, In s makers -> fine 3 s.

Lemma fine_made p : made_of makers p -> fine 3 p.
Proof. induction 1; auto using fine_identity, fine_composed. Qed.

Lemma made_of_both p q : made_of makers p -> made_of makers q -> made_of makers (compose p q).
Proof.
  induction 1 as [|s p listed made IH]; intros made'.
  - now rewrite (proj1 (composed_with_nothing q (fine_made q made'))).
  - rewrite <- composed_thrice by auto using fine_made. constructor; auto.
Qed.

Lemma all_taken_made b p : In p (all_taken b makers) -> made_of makers p.
Proof.
  unfold all_taken. generalize 12. intros rounds.
  assert (Forall (made_of makers) (Nat.iter rounds (spread b makers) [identity 3])) as all.
  { induction rounds as [|rounds IH]; [repeat constructor|].
    cbn [Nat.iter nat_rect]. change (nat_rect _ _ _ rounds) with (Nat.iter rounds (spread b makers) [identity 3]).
    revert IH. generalize (Nat.iter rounds (spread b makers) [identity 3]) as found. intros found made.
    unfold spread.
    assert (forall both start, Forall (fun both => In (fst both) makers /\ made_of makers (snd both)) both ->
      Forall (made_of makers) start -> Forall (made_of makers) (fold_left (taken_farther b) both start)) as H.
    { induction both as [|[s t] both IH]; intros start good started; [assumption|].
      inversion good as [|? ? [listed made'] good']; subst. cbn [fold_left]. apply IH; [assumption|].
      unfold taken_farther. cbv zeta. destruct any; [assumption|]. apply Forall_app. split; [assumption|].
      constructor; [|constructor]. now constructor. }
    apply H; [|assumption]. apply Forall_forall. intros [s t] listed. apply in_prod_iff in listed as [one other].
    rewrite Forall_forall in made. auto. }
  rewrite Forall_forall in all. apply all.
Qed.

End Makers.

(** ** Products of a chain *)

Fixpoint is_product (chain : list level) (p : permutation) : Prop :=
  match chain with
  | [] => p = identity 3
  | l :: rest => exists t h, In t (map fst (takers l)) /\ is_product rest h /\ p = compose t h
  end.

(** For any words: takers are made of makers, and makers of later levels are among those of earlier ones. *)
Fixpoint well_made (chain : list level) : Prop :=
  match chain with
  | [] => True
  | l :: rest =>
      (forall t, In t (map fst (takers l)) -> made_of (makers l) t) /\ incl (makers_of rest) (makers l) /\ well_made rest
  end.

Lemma chain_well_made the_words : well_made (chain_of the_words).
Proof.
  induction the_words as [|[b its_words] rest IH]; [exact I|]. cbn [chain_of well_made takers makers]. split; [|split].
  - intros t listed. rewrite map_map, map_id in listed. now apply all_taken_made in listed.
  - intros s listed. apply in_app_iff. now right.
  - assumption.
Qed.

Record level_right (l : level) (rest : list level) : Prop := {
  fine_makers : forall s, In s (makers l) -> fine 3 s;
  fine_takers : forall t back, In (t, back) (takers l) ->
    fine 3 t /\ fine 3 back /\ compose t back = identity 3 /\ compose back t = identity 3;
  takes_nowhere : In (identity 3) (map fst (takers l));
  to_each_once : NoDup (map (fun taker => nth (sticker l) (fst taker) 0) (takers l));
  later_leave_it : forall later t, In later rest -> In t (map fst (takers later)) -> nth (sticker l) t 0 = sticker l;
  one_sticker : sticker l < 54;
  closed : forall s t, In s (makers l) -> In t (map fst (takers l)) -> sifts (l :: rest) (compose s t) = true
}.

Lemma level_ok_spec l rest : level_ok l rest = true -> level_right l rest.
Proof.
  unfold level_ok. rewrite !andb_true_iff, !every_spec, any_spec, Nat.ltb_lt.
  intros [[[[[[makers_fine takers_fine] nowhere] once] leave] one] closes]. constructor.
  - intros s listed. now apply is_fine_spec, makers_fine.
  - intros t back listed. specialize (takers_fine (t, back) listed). cbv beta iota in takers_fine.
    rewrite !andb_true_iff, !permutation_eqb_spec in takers_fine.
    destruct takers_fine as [[[Ht Hback] same] same']. auto using is_fine_spec.
  - destruct nowhere as (taker & listed & same). apply permutation_eqb_spec in same. rewrite <- same. now apply in_map.
  - now apply apart_spec.
  - intros later t there listed. specialize (leave later there). rewrite every_spec in leave.
    apply in_map_iff in listed as (taker & <- & listed). now apply Nat.eqb_eq, leave.
  - assumption.
  - intros s t there listed. specialize (closes s there). rewrite every_spec in closes.
    apply in_map_iff in listed as (taker & <- & listed). now apply closes.
Qed.

Fixpoint chain_right (chain : list level) : Prop :=
  match chain with
  | [] => True
  | l :: rest => level_right l rest /\ chain_right rest
  end.

Lemma chain_ok_spec chain : chain_ok chain = true -> chain_right chain.
Proof.
  induction chain as [|l rest IH]; [easy|]. cbn [chain_ok chain_right]. rewrite andb_true_iff.
  intros [one others]. auto using level_ok_spec.
Qed.

Lemma fine_taker l rest t : level_right l rest -> In t (map fst (takers l)) -> fine 3 t.
Proof.
  intros right listed. apply in_map_iff in listed as ([t' back] & <- & listed). now apply (fine_takers _ _ right) in listed.
Qed.

Lemma fine_product chain : chain_right chain -> forall p, is_product chain p -> fine 3 p.
Proof.
  induction chain as [|l rest IH]; cbn [chain_right is_product].
  - intros _ p ->. exact fine_identity.
  - intros [right others] p (t & h & listed & is & ->). apply fine_composed; eauto using fine_taker.
Qed.

Lemma sifts_spec chain : chain_right chain -> forall p, fine 3 p -> sifts chain p = true -> is_product chain p.
Proof.
  induction chain as [|l rest IH]; cbn [chain_right is_product sifts].
  - intros _ p _. apply permutation_eqb_spec.
  - intros [right others] p good ends. destruct (find _ _) as [[t back]|] eqn:E; [|discriminate].
    apply find_some in E as [listed _]. destruct (fine_takers _ _ right t back listed) as (Ht & Hback & same & _).
    exists t, (compose back p). split; [now apply (in_map fst _ (t, back))|]. split.
    + apply IH; auto using fine_composed.
    + rewrite composed_thrice, same by assumption. symmetry. now apply composed_with_nothing.
Qed.

Lemma nothing_is_product chain : chain_right chain -> is_product chain (identity 3).
Proof.
  induction chain as [|l rest IH]; cbn [chain_right is_product]; [reflexivity|].
  intros [right others]. exists (identity 3), (identity 3). split; [exact (takes_nowhere _ _ right)|].
  split; [auto|]. symmetry. apply composed_with_nothing, fine_identity.
Qed.

Lemma product_is_made chain : chain_right chain -> well_made chain -> forall p, is_product chain p ->
  made_of (makers_of chain) p.
Proof.
  induction chain as [|l rest IH]; cbn [chain_right well_made is_product makers_of].
  - intros _ _ p ->. constructor.
  - intros [right others] (takers_made & more & well) p (t & h & listed & is & ->).
    apply made_of_both; [exact (fine_makers _ _ right)|auto|]. eapply made_of_more; eauto.
Qed.

(** Products are closed under the makers, so they are all that these make. *)
Lemma one_more_maker chain : chain_right chain -> well_made chain ->
  forall s p, In s (makers_of chain) -> is_product chain p -> is_product chain (compose s p).
Proof.
  induction chain as [|l rest IH]; cbn [chain_right well_made makers_of]; [easy|].
  intros [right others] (takers_made & more & well) s p listed (t & h & there & is & ->).
  pose proof (fine_makers _ _ right s listed) as Hs. pose proof (fine_taker _ _ _ right there) as Ht.
  pose proof (fine_product rest others h is) as Hh.
  assert (is_product (l :: rest) (compose s t)) as (t' & h' & there' & is' & same)
    by (apply sifts_spec; [split; assumption|now apply fine_composed|now apply (closed _ _ right)]).
  pose proof (fine_taker _ _ _ right there') as Ht'. pose proof (fine_product rest others h' is') as Hh'.
  exists t', (compose h' h). split; [assumption|]. split.
  - pose proof (product_is_made rest others well h' is') as made. clear -IH others well is made.
    specialize (IH others well). induction made as [|s p listed made IH'].
    + now rewrite (proj1 (composed_with_nothing h (fine_product rest others h is))).
    + assert (forall q, In q (makers_of rest) -> fine 3 q) as all_fine.
      { destruct rest as [|l' rest']; [easy|]. destruct others as [right' _]. exact (fine_makers _ _ right'). }
      rewrite <- composed_thrice; [now apply IH|auto|eapply fine_made; eassumption|eapply fine_product; eassumption].
  - rewrite composed_thrice, same by assumption. symmetry. now apply composed_thrice.
Qed.

Lemma made_is_product chain p : chain_right chain -> well_made chain -> made_of (makers_of chain) p -> is_product chain p.
Proof.
  intros right well. induction 1 as [|s p listed made IH]; [now apply nothing_is_product|now apply one_more_maker].
Qed.

(** ** Numbers of products *)

Lemma takers_some l rest : level_right l rest -> N.of_nat (length (takers l)) <> 0%N.
Proof.
  intros right. pose proof (takes_nowhere _ _ right) as listed. destruct (takers l); [easy|]. cbn [length]. lia.
Qed.

Lemma nth_taker l n : n < length (takers l) -> In (fst (nth n (takers l) ([], []))) (map fst (takers l)).
Proof. intros short. now apply in_map, nth_In. Qed.

Lemma digit_short l rest n : level_right l rest ->
  N.to_nat (n mod N.of_nat (length (takers l))) < length (takers l).
Proof.
  intros right. pose proof (N.mod_upper_bound n _ (takers_some l rest right)) as less.
  revert less. generalize (n mod N.of_nat (length (takers l)))%N. intros digit less. lia.
Qed.

Lemma product_is chain : chain_right chain -> forall n, is_product chain (product chain n).
Proof.
  induction chain as [|l rest IH]; cbn [chain_right is_product product]; [reflexivity|].
  intros [right others] n. cbv zeta. eexists _, _. split; [|split; [now apply IH|reflexivity]].
  now apply nth_taker, (digit_short l rest).
Qed.

Lemma each_is_product chain : chain_right chain -> forall p, is_product chain p ->
  exists n, (n < products chain)%N /\ p = product chain n.
Proof.
  induction chain as [|l rest IH]; cbn [chain_right is_product product products].
  - intros _ p ->. exists 0%N. split; [reflexivity|reflexivity].
  - intros [right others] p (t & h & listed & is & ->). destruct (IH others h is) as (n & small & ->).
    apply in_map_iff in listed as (taker & <- & listed). apply (In_nth _ _ ([], [])) in listed as (i & short & <-).
    change (i < length (takers l)) in short. pose proof (takers_some l rest right) as some. cbv zeta.
    set (places := N.of_nat (length (takers l))) in *.
    exists (N.of_nat i + places * n)%N.
    assert (N.of_nat i < places)%N as short' by (subst places; lia). split.
    + assert (places * N.succ n <= places * products rest)%N as most
        by (apply N.mul_le_mono_l; now apply N.le_succ_l). rewrite N.mul_succ_r in most. lia.
    + rewrite (N.mul_comm places n), N.mod_add, N.div_add, N.mod_small, N.div_small, Nnat.Nat2N.id by assumption. reflexivity.
Qed.

Lemma later_leave_sticker l rest : level_right l rest -> forall others, chain_right others -> incl others rest ->
  forall p, is_product others p -> nth (sticker l) p 0 = sticker l.
Proof.
  intros right. pose proof (one_sticker _ _ right) as one.
  induction others as [|l' others IH]; cbn [chain_right is_product].
  - intros _ _ p ->. now apply nth_id.
  - intros [right' all] more p (t & h & listed & is & ->).
    rewrite nth_composed by (assumption || exact (fine_product others all h is)).
    rewrite (IH all (fun x there => more x (or_intror there)) h is).
    apply (later_leave_it _ _ right l'); [apply more; now left|assumption].
Qed.

Lemma different_products chain : chain_right chain -> forall n m, (n < products chain)%N -> (m < products chain)%N ->
  product chain n = product chain m -> n = m.
Proof.
  induction chain as [|l rest IH]; cbn [chain_right product products]; [intros; lia|].
  intros [right others] n m small small'. cbv zeta. pose proof (takers_some l rest right) as some.
  pose proof (digit_short l rest n right) as short. pose proof (digit_short l rest m right) as short'.
  set (places := N.of_nat (length (takers l))) in *. intros same.
  assert (forall k, nth (sticker l) (compose (fst (nth (N.to_nat (k mod places)) (takers l) ([], [])))
                                       (product rest (k / places))) 0 =
    nth (N.to_nat (k mod places)) (map (fun taker => nth (sticker l) (fst taker) 0) (takers l)) (nth (sticker l) [] 0))
    as shown.
  { intros k. pose proof (product_is rest others (k / places)) as is.
    rewrite nth_composed by (eauto using fine_product, one_sticker).
    rewrite (later_leave_sticker l rest right rest others (incl_refl _) _ is). symmetry.
    apply (map_nth (fun taker => nth (sticker l) (fst taker) 0) (takers l) ([], [])). }
  assert (n mod places = m mod places)%N as digits.
  { apply Nnat.N2Nat.inj. apply (proj1 (NoDup_nth _ (nth (sticker l) [] 0)) (to_each_once _ _ right));
      [now rewrite map_length|now rewrite map_length|]. now rewrite <- !shown, same. }
  rewrite digits in same.
  set (t := fst (nth (N.to_nat (m mod places)) (takers l) ([], []))) in *.
  assert (In t (map fst (takers l))) as listed by now apply nth_taker.
  apply in_map_iff in listed as ([t' back] & E & listed). cbn [fst] in E. subst t'.
  destruct (fine_takers _ _ right t back listed) as (Ht & Hback & _ & taken_back).
  assert (product rest (n / places) = product rest (m / places)) as rests.
  { pose proof (fine_product rest others _ (product_is rest others (n / places))) as fine_n.
    pose proof (fine_product rest others _ (product_is rest others (m / places))) as fine_m.
    rewrite <- (proj1 (composed_with_nothing _ fine_n)), <- (proj1 (composed_with_nothing _ fine_m)), <- taken_back.
    rewrite <- !composed_thrice by assumption. now rewrite same. }
  assert (n / places = m / places)%N as quotients
    by (apply (IH others); [apply N.div_lt_upper_bound; assumption..|assumption]).
  rewrite (N.div_mod n places), (N.div_mod m places) by assumption. now rewrite digits, quotients.
Qed.

(** ** Products of turns of faces *)

Definition of_turns (p : permutation) : Prop := exists word, Forall (fun s => In s face_turns) word /\ p = permutation_of 3 word.

Lemma face_turns_fine s : In s face_turns -> fine 3 (turn 3 s).
Proof.
  assert (forallb (fun s => is_fine (turn 3 s)) face_turns = true) as H by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. intros listed. now apply is_fine_spec, H.
Qed.

Lemma permutation_of_one_more word s : permutation_of 3 (word ++ [s]) = compose (permutation_of 3 word) (turn 3 s).
Proof. unfold permutation_of. now rewrite fold_left_app. Qed.

Lemma fine_word word : Forall (fun s => In s face_turns) word -> fine 3 (permutation_of 3 word).
Proof.
  induction word as [|s word IH] using rev_ind; [intros _; exact fine_identity|].
  intros all. apply Forall_app in all as [all last]. inversion last; subst. rewrite permutation_of_one_more.
  apply fine_composed; auto using face_turns_fine.
Qed.

Lemma permutation_of_both word other : Forall (fun s => In s face_turns) word -> Forall (fun s => In s face_turns) other ->
  permutation_of 3 (word ++ other) = compose (permutation_of 3 word) (permutation_of 3 other).
Proof.
  intros all. induction other as [|s other IH] using rev_ind; intros all'.
  - rewrite app_nil_r. symmetry. apply composed_with_nothing. now apply fine_word.
  - apply Forall_app in all' as [all' last]. inversion last; subst.
    rewrite app_assoc, !permutation_of_one_more, IH by assumption.
    symmetry. apply composed_thrice; auto using fine_word, face_turns_fine.
Qed.

(** All words of the chain are of turns of faces, and each turn of a face is one of them. *)
Definition is_face_turn (s : slab) : bool := any (fun t => face_eqb (seen_from s) (seen_from t)
  && (first s =? first t) && (last s =? last t) && (quarters s =? quarters t)) face_turns.

Lemma is_face_turn_spec s : is_face_turn s = true -> In s face_turns.
Proof.
  unfold is_face_turn. rewrite any_spec. intros (t & listed & same).
  rewrite !andb_true_iff, !Nat.eqb_eq, face_eqb_spec in same. destruct s, t. cbn in same.
  destruct same as [[[-> ->] ->] ->]. exact listed.
Qed.

Lemma words_are_of_turns :
  every (fun '(_, its_words) => every (fun turns => every is_face_turn (word_of turns)) its_words) words = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma each_turn_is_a_word :
  let known := map (fun turns => permutation_of 3 (word_of turns)) (concat (map snd words)) in
  every (fun s => any (permutation_eqb (turn 3 s)) known) face_turns = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma makers_are_words the_words : makers_of (chain_of the_words) =
  map (fun turns => permutation_of 3 (word_of turns)) (concat (map snd the_words)).
Proof.
  induction the_words as [|[b its_words] rest IH]; [reflexivity|]. cbn [chain_of makers_of makers map snd concat].
  now rewrite map_app, IH.
Qed.

Lemma makers_of_turns s : In s (makers_of chain) -> of_turns s.
Proof.
  unfold chain. rewrite makers_are_words. intros listed. apply in_map_iff in listed as (turns & <- & listed).
  apply in_concat in listed as (its_words & there & listed). apply in_map_iff in there as ([b its_words'] & E & there).
  cbn [snd] in E. subst its_words'. pose proof words_are_of_turns as H. rewrite every_spec in H.
  specialize (H _ there). cbv beta iota in H. rewrite every_spec in H. specialize (H _ listed).
  rewrite every_spec in H. exists (word_of turns). split; [|reflexivity].
  apply Forall_forall. intros t t_listed. now apply is_face_turn_spec, H.
Qed.

Lemma turn_is_maker s : In s face_turns -> In (turn 3 s) (makers_of chain).
Proof.
  intros listed. pose proof each_turn_is_a_word as H. cbv zeta in H. rewrite every_spec in H. specialize (H s listed).
  apply any_eqb in H. unfold chain. now rewrite makers_are_words.
Qed.

Lemma made_is_of_turns p : made_of (makers_of chain) p -> of_turns p.
Proof.
  induction 1 as [|s p listed made (word & all & ->)]; [exists []; auto|].
  apply makers_of_turns in listed as (first & all' & ->). clear made. exists (first ++ word).
  split; [now apply Forall_app|]. now rewrite permutation_of_both.
Qed.

Lemma of_turns_is_made p : of_turns p -> made_of (makers_of chain) p.
Proof.
  intros (word & all & ->). induction all as [|s word listed all IH]; [constructor|].
  change (s :: word) with ([s] ++ word). rewrite permutation_of_both by auto.
  assert (permutation_of 3 [s] = turn 3 s) as ->.
  { change [s] with ([] ++ [s]). rewrite permutation_of_one_more. now apply composed_with_nothing, face_turns_fine. }
  constructor; [apply turn_is_maker, listed|exact IH].
Qed.

(** ** From stickers to places *)

Definition shown_by (p : permutation) : colouring := gather U p (solved_colours 3).

Lemma after_is_shown word : Forall (fun s => In s face_turns) word ->
  after 3 word (solved_colours 3) = shown_by (permutation_of 3 word).
Proof.
  induction word as [|s word IH] using rev_ind; [reflexivity|].
  intros all. apply Forall_app in all as [all last]. inversion last as [|? ? listed _]; subst.
  rewrite permutation_of_one_more. unfold after in *. rewrite fold_left_app, IH by assumption.
  cbn [fold_left]. unfold turned, shown_by, compose, gather. rewrite map_map. apply map_ext_in. intros i there.
  destruct (fine_word word all) as [long _]. destruct (face_turns_fine s listed) as [long' small].
  apply (In_nth _ _ 0) in there as (j & short & <-). change (stickers 3) with 54 in *.
  specialize (small j ltac:(lia)).
  rewrite nth_indep with (d' := (fun place => nth place (solved_colours 3) U) 0) by (rewrite map_length; lia).
  apply (map_nth (fun place => nth place (solved_colours 3) U)).
Qed.

(** The next sticker of the same piece, from a list that is computed once. *)
Definition next_one : list nat := mates 3.

Definition keeps_pieces (p : permutation) : Prop :=
  forall i, i < 54 -> nth (nth i next_one 0) p 0 = nth (nth i p 0) next_one 0.

Lemma next_is_small i : i < 54 -> nth i next_one 0 < 54.
Proof.
  assert (is_fine next_one = true) as H by (vm_cast_no_check (eq_refl true)).
  apply is_fine_spec in H as [_ small]. apply small.
Qed.

Lemma of_turns_keeps_pieces p : of_turns p -> keeps_pieces p.
Proof.
  intros (word & all & ->).
  assert (let next := next_one in every (fun s => let p := turn 3 s in
    every (fun i => nth (nth i next 0) p 0 =? nth (nth i p 0) next 0) (seq 0 54)) face_turns = true) as H
    by (vm_cast_no_check (eq_refl true)).
  cbv zeta in H. rewrite every_spec in H.
  induction word as [|s word IH] using rev_ind.
  - intros i short. change (permutation_of 3 []) with (identity 3). rewrite !nth_id by auto using next_is_small. reflexivity.
  - apply Forall_app in all as [all last]. inversion last as [|? ? listed _]; subst. specialize (IH all).
    specialize (H s listed). rewrite every_spec in H. intros i short.
    pose proof (face_turns_fine s listed) as good. pose proof good as [_ small]. change (stickers 3) with 54 in *.
    rewrite permutation_of_one_more, !nth_composed by auto using next_is_small.
    specialize (H i ltac:(apply in_seq; lia)). apply Nat.eqb_eq in H. rewrite H. apply IH. now apply small.
Qed.

(** A sticker is known by its colour and those of the next two of its piece. *)
Lemma colours_tell i j : i < 54 -> j < 54 ->
  let colour k := nth k (solved_colours 3) U in
  let next k := nth k next_one 0 in
  colour i = colour j -> colour (next i) = colour (next j) -> colour (next (next i)) = colour (next (next j)) -> i = j.
Proof.
  assert (let colours := solved_colours 3 in let next_list := next_one in
    let signs := map (fun k => (nth k colours U, nth (nth k next_list 0) colours U,
                                nth (nth (nth k next_list 0) next_list 0) colours U)) (seq 0 54) in
    every (fun i => every (fun j => if i =? j then true else
      match nth i signs (U, U, U), nth j signs (U, U, U) with
      | (a, b, c), (a', b', c') => negb (face_eqb a a' && face_eqb b b' && face_eqb c c')
      end) (seq 0 54)) (seq 0 54) = true) as H by (vm_cast_no_check (eq_refl true)).
  cbv zeta in H |- *. intros short short' one two three. rewrite every_spec in H.
  specialize (H i ltac:(apply in_seq; lia)). rewrite every_spec in H. specialize (H j ltac:(apply in_seq; lia)).
  destruct (Nat.eqb_spec i j) as [|other]; [assumption|].
  set (sign := fun k => (nth k (solved_colours 3) U, nth (nth k next_one 0) (solved_colours 3) U,
                         nth (nth (nth k next_one 0) next_one 0) (solved_colours 3) U)) in H.
  assert (forall k, k < 54 -> nth k (map sign (seq 0 54)) (U, U, U) = sign k) as known.
  { intros k below. rewrite nth_indep with (d' := sign 0) by (now rewrite map_length, seq_length).
    rewrite (map_nth sign). now rewrite seq_nth. }
  rewrite !known in H by assumption. unfold sign in H. rewrite one, two, three in H.
  rewrite !(proj2 (face_eqb_spec _ _) eq_refl) in H. discriminate.
Qed.

Lemma nth_shown p i : fine 3 p -> i < 54 -> nth i (shown_by p) U = nth (nth i p 0) (solved_colours 3) U.
Proof.
  intros [long _] short. change (stickers 3) with 54 in long. unfold shown_by, gather.
  rewrite nth_indep with (d' := (fun place => nth place (solved_colours 3) U) 0) by (rewrite map_length; lia).
  apply (map_nth (fun place => nth place (solved_colours 3) U)).
Qed.

Lemma shown_differently p q : of_turns p -> of_turns q -> shown_by p = shown_by q -> p = q.
Proof.
  intros turns_p turns_q same.
  assert (fine 3 p /\ fine 3 q) as [fine_p fine_q].
  { destruct turns_p as (w & all & ->), turns_q as (w' & all' & ->). auto using fine_word. }
  pose proof fine_p as [_ small_p]. pose proof fine_q as [_ small_q]. change (stickers 3) with 54 in *.
  assert (forall i, i < 54 -> nth (nth i p 0) (solved_colours 3) U = nth (nth i q 0) (solved_colours 3) U) as colour.
  { intros i short. now rewrite <- !nth_shown, same. }
  apply of_turns_keeps_pieces in turns_p, turns_q.
  apply same_permutation; try assumption. intros i short. apply colours_tell; auto.
  - rewrite <- turns_p, <- turns_q by assumption. auto using next_is_small.
  - rewrite <- turns_p, <- turns_q, <- turns_p, <- turns_q by auto using next_is_small. auto using next_is_small.
Qed.

(** ** The theorem

    The numbers below [order] are numbers of the reachable cubes: each number of one, each cube with one number. *)
Theorem order_is_right : exists cube : N -> colouring,
  (forall n, (n < order)%N -> reachable (cube n)) /\
  (forall n m, (n < order)%N -> (m < order)%N -> cube n = cube m -> n = m) /\
  (forall colours, reachable colours -> exists n, (n < order)%N /\ colours = cube n).
Proof.
  destruct chain_is_right as [right count]. apply chain_ok_spec in right. rewrite <- count.
  assert (well_made chain) as well by apply chain_well_made.
  assert (forall n, of_turns (product chain n)) as turns.
  { intros n. apply made_is_of_turns, product_is_made; [assumption..|]. now apply product_is. }
  exists (fun n => shown_by (product chain n)). split; [|split].
  - intros n _. destruct (turns n) as (word & all & ->). exists word. split; [assumption|]. symmetry. now apply after_is_shown.
  - intros n m small small' same. apply (different_products chain right); [assumption..|]. apply shown_differently; auto.
  - intros colours (word & all & ->). rewrite after_is_shown by assumption.
    destruct (each_is_product chain right (permutation_of 3 word)) as (n & small & ->); [|eauto].
    apply made_is_product; [assumption..|]. apply of_turns_is_made. exists word.
    split; [exact all|reflexivity].
Qed.
