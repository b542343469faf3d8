(** * Machine words and arrays of bytes

    The program computes with OCaml's integers and reads bytes of one array. This file defines its operations: a word
    is a number below 2^[width], and the operations are those of N modulo 2^[width]. Coq extracts this file like all
    others; where the program is built, [program/machine/words.ml] with the same names takes its place. A test compares
    the two.

    The proofs use only that the number of bits is at least 31. *)

From Coq Require Import NArith ZArith Bool Lia.
Local Open Scope N_scope.

(** Opaque: no proof can use the value. *)
Definition some_width : { w : N | 31 <= w }.
Proof. exists 63. discriminate. Qed.

Definition width : N := proj1_sig some_width.

Record word := Word { value : N }.

Definition literal (n : N) : word := Word (n mod 2 ^ width).

(** The number of a word, for lists and other numbers of the proofs. *)
Definition number (a : word) : N := value a.

Definition add (a b : word) : word := literal (value a + value b).
Definition mul (a b : word) : word := literal (value a * value b).

Definition eqb (a b : word) : bool := value a =? value b.

(** Words are compared as signed numbers. *)
Definition signed (a : word) : Z :=
  if value a <? 2 ^ (width - 1) then Z.of_N (value a) else (Z.of_N (value a) - Z.of_N (2 ^ width))%Z.
Definition ltb (a b : word) : bool := (signed a <? signed b)%Z.

(** The bytes that the program has read: one for each number. *)
Record memory := Memory { cell : N -> N }.

Definition byte (m : memory) (place : word) : word := Word (cell m (value place) mod 256).

(** Entry [place] of an array of two bytes each, the lower one first. *)
Definition two_bytes (m : memory) (place : word) : word :=
  let first := (2 * value place) mod 2 ^ width in
  Word (cell m first mod 256 + 256 * (cell m (first + 1) mod 256)).

(** Entry [place] of an array of four bits each, the lower one of a byte first. *)
Definition four_bits (m : memory) (place : word) : word :=
  Word ((cell m (value place / 2) mod 256) / 16 ^ (value place mod 2) mod 16).

(** ** Lemmas about them *)

Lemma enough_bits : 31 <= width.
Proof. exact (proj2_sig some_width). Qed.

Lemma enough_numbers : 2 ^ 31 <= 2 ^ width.
Proof. apply N.pow_le_mono_r; [discriminate | exact enough_bits]. Qed.

Lemma enough_positive : 2 ^ 30 <= 2 ^ (width - 1).
Proof. apply N.pow_le_mono_r; [discriminate |]. pose proof enough_bits. lia. Qed.

Lemma word_ext a b : value a = value b -> a = b.
Proof. destruct a, b. cbn. congruence. Qed.

Lemma value_literal n : n < 2 ^ 30 -> value (literal n) = n.
Proof.
  intros small. cbn. apply N.mod_small. pose proof enough_numbers.
  change (2 ^ 30) with 1073741824 in small. change (2 ^ 31) with 2147483648 in H. lia.
Qed.

Lemma value_add a b : value a + value b < 2 ^ 30 -> value (add a b) = value a + value b.
Proof. exact (value_literal _). Qed.

Lemma eqb_spec a b : eqb a b = true <-> a = b.
Proof. unfold eqb. rewrite N.eqb_eq. split; [apply word_ext | now intros ->]. Qed.

Lemma ltb_spec a b : value a < 2 ^ 30 -> value b < 2 ^ 30 -> ltb a b = (value a <? value b).
Proof.
  intros Ha Hb. unfold ltb, signed. pose proof enough_positive as H.
  rewrite !(proj2 (N.ltb_lt _ _)) by (eapply N.lt_le_trans; eassumption).
  destruct (N.ltb_spec (value a) (value b)); [apply Z.ltb_lt | apply Z.ltb_ge]; lia.
Qed.

Lemma byte_small m place : value (byte m place) < 256.
Proof. cbn. now apply N.mod_lt. Qed.

Lemma four_bits_small m place : value (four_bits m place) < 16.
Proof. cbn. now apply N.mod_lt. Qed.

(** ** Examples

    Without small numbers the words differ from the numbers: sums wrap, and the larger half is negative. *)
Example sums_wrap : value (add (Word (2 ^ width - 1)) (Word 1)) = 0.
Proof.
  cbn. assert (1 <= 2 ^ width) by (pose proof enough_numbers; change (2 ^ 31) with 2147483648 in H; lia).
  rewrite N.sub_add by assumption. apply N.mod_same. lia.
Qed.

Example large_words_are_negative : ltb (Word (2 ^ width - 1)) (Word 0) = true.
Proof.
  unfold ltb, signed. cbn [value]. pose proof enough_bits as H.
  assert (2 ^ width = 2 * 2 ^ (width - 1)) as E
    by (rewrite <- N.pow_succ_r'; f_equal; lia).
  assert (0 < 2 ^ (width - 1)) by (apply N.neq_0_lt_0, N.pow_nonzero; discriminate).
  rewrite (proj2 (N.ltb_ge _ _)) by lia. rewrite (proj2 (N.ltb_lt _ _)) by assumption.
  apply Z.ltb_lt. lia.
Qed.
