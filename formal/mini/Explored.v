(** The 2×2×2 explored inside Coq: two evaluations find all states, layer after layer, and count them.

    Nothing comes from outside, and nothing is checked again: [mini/Trie.v] proves what is evaluated. *)

From Coq Require Import NArith Bool List.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import Trie Table.
Import Geometry(metric(..)).

(** How many states each layer has, and whether every state is in one. *)
Definition summary (ls : list set) : list N * bool := (map counted ls, complete ls).

Lemma htm_summary : summary htm_layers = (counts htm, true).
Proof. vm_cast_no_check (eq_refl (counts htm, true)). Qed.

Lemma qtm_summary : summary qtm_layers = (counts qtm, true).
Proof. vm_cast_no_check (eq_refl (counts qtm, true)). Qed.

Lemma table_summary m : summary (table m) = (counts m, true).
Proof. destruct m; [exact htm_summary | exact qtm_summary | exact htm_summary]. Qed.
