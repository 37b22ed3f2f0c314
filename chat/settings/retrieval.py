"""How passages are found, ranked and cut. Figures behind the defaults: benchmarks/LOG.md."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class RetrievalSettings(Group):
    """How passages are found, ranked and cut. Figures behind the defaults: benchmarks/LOG.md."""

    candidates: int = Field(400, ge=1, description="Candidates taken from the search by HNSW before fusion.")
    fusion: Literal["score", "rrf"] = Field(
        "score", description="`score`: weighted z-scores. `rrf`: reciprocal rank fusion, k = 60."
    )
    document_dense_weight: float = Field(
        0.7, ge=0, le=1, description="Weight of the dense score for document passages; the keyword score has the rest."
    )
    foreign_dense_weight: float = Field(
        0.3, ge=0, le=1, description="The same for questions that are not in English, which the local model knows little of."
    )
    follow_up_dense_weight: float = Field(
        0.95, ge=0, le=1, description="The same when earlier questions stand beside the question: their terms mislead."
    )
    document_best_share: float = Field(
        0.35, ge=0, le=1, description="Share of the best cosine in its document in a passage's dense score."
    )
    document_coverage_weight: float = Field(
        0.15, ge=0, description="Weight of the share of the question's terms that a document passage names, beside both scores."
    )
    named_document_bonus: float = Field(
        2.0,
        ge=0,
        description="Added to the passages of a document whose whole name the question says; of a part of it as much less.",
    )
    related_weight: float = Field(
        0.8,
        ge=0,
        le=1,
        description="As how much of a question's word a related English word, or a longer word that it is part of, counts, times "
        "their likeness; 0: not at all.",
    )
    statement_weight: float = Field(
        3.0, ge=0, description="Weight, beside 1 for a word, of a financial statement that the question names; 0: not asked for."
    )
    implied_statement_weight: float = Field(
        2.0, ge=0, description="The same of one on which stands what the question's measure (a quick ratio) is worked out from."
    )
    statement_line_weight: float = Field(
        0.8, ge=0, description="The same of the words that such figures have on a statement; in its pieces alone."
    )
    message_dense_weight: float = Field(0.5, ge=0, le=1, description="The same for the turns of people with names.")
    assistant_chat_dense_weight: float = Field(0.65, ge=0, le=1, description="The same in chats with an assistant.")
    long_message_characters: int = Field(
        600, ge=1, description="Mean length of answers from which a thread counts as such a chat though its speakers have names."
    )
    window_weight: float = Field(1.0, ge=0, description="Weight of the turns around a person's turn beside its own score.")
    several_window_weight: float = Field(
        0.25, ge=0, description="The same for a question that asks for several things, which stand apart."
    )
    assistant_chat_window_weight: float = Field(0.15, ge=0, description="The same in chats with an assistant.")
    assistant_chat_length_weight: float = Field(
        0.29,
        ge=0,
        description="Share of the logarithm of a message's length, over the mean one, that is taken from its score there.",
    )
    neighbour_weight: float = Field(0.2, ge=0, description="Share of its neighbours' scores that a person's turn gets.")
    specificity_weight: float = Field(
        1.0,
        ge=0,
        description="Weight of how rare the rarest words of a person's turn are in its thread: it tells more than a cheer.",
    )
    user_message_bonus: float = Field(1.3, ge=0, description="Added to the z-score of user messages in chats with an assistant.")
    wish_factor: float = Field(
        1.18,
        ge=1,
        description="Factor of what the person said to prefer or to want of every answer, unless a question looks back.",
    )
    asking_factor: float = Field(
        0.5, ge=0, le=1, description="Factor of questions that were asked before in nearly the same words."
    )
    named_author_bonus: float = Field(
        1.2, ge=0, description="Added to the z-score of messages of somebody whom the question names."
    )
    history_weight: float = Field(0.5, ge=0, description="Weight of the mean of earlier user turns in the query vector.")
    history_turns: int = Field(3, ge=0, description="How many earlier user turns count in the query vector.")
    history_likeness: float = Field(
        0.1,
        ge=-1,
        le=1,
        description="Least cosine to a question that stands by itself at which an earlier turn counts beside it.",
    )
    history_keyword_weight: float = Field(0.3, ge=0, description="Weight of earlier turns' terms in keyword search.")
    history_keyword_turns: int = Field(2, ge=0, description="How many earlier user turns give terms.")
    half_life_days: float = Field(
        30, gt=0, description="Age at which a message's recency factor has fallen half way to its floor, days."
    )
    recency_floor: float = Field(0.8, ge=0, le=1, description="Least recency factor when the question asks for the present.")
    neutral_recency_floor: float = Field(0.99, ge=0, le=1, description="Least recency factor otherwise.")
    period_floor: float = Field(
        0.65, ge=0, le=1, description="Least factor of a message that was said outside of the dates that a question names."
    )
    told_later_days: float = Field(
        7, gt=0, description="Days after such a date at which that factor has fallen half way: what happened is told later, too."
    )
    untimed_factor: float = Field(
        0.85, ge=0, le=1, description="Factor of a message that tells no time when a question asks for one."
    )
    per_source: int = Field(2, ge=1, description="Passages of one document or turns of one day before others get their turn.")
    diversity_margin: float = Field(
        0.02, ge=0, description="How much better (fused score) a passage beyond that must be to keep its place."
    )
    threshold: float = Field(
        0.03,
        ge=0,
        le=1,
        description="How likely a thread's documents, or its messages, must hold anything about the question to be quoted.",
    )
    small_units: int = Field(
        40, ge=0, description="Passages, or messages, up to which a thread's are small enough to be read whole."
    )
    small_threshold: float = Field(0.003, ge=0, le=1, description="The threshold for these.")
    window_turns: int = Field(2, ge=0, description="Turns on each side whose cosine is averaged with a turn's own.")
    window_term_turns: int = Field(2, ge=0, description="Turns on each side in which a term counts as said in a turn, too.")
    background_units: int = Field(10, ge=0, description="Unrelated units that every collection is taken to hold besides its own.")
    background_cosine: float = Field(0.1, ge=-1, le=1, description="Mean cosine of unrelated units, of the embedder in use.")
    background_deviation: float = Field(0.1, ge=0, description="Standard deviation of the same.")
    rrf_constant: int = Field(60, ge=1, description="k of reciprocal rank fusion.")
    strength_hybrid: tuple[float, float, float] = Field(
        (13.5, 6.8, 8.3),
        description="Of a unit's evidence by itself, a logistic function: weights of cosine and of coverage, offset.",
    )
    strength_dense: tuple[float, float, float] = Field((18.0, 0.0, 7.7), description="The same for search by vectors alone.")
    strength_keyword: tuple[float, float, float] = Field((0.0, 12.8, 4.8), description="The same for search by words alone.")
    answered: tuple[float, float, float, float] = Field(
        (4.2, 4.5, 2.4, 2.6),
        description="Confidence that messages hold the answer, a logistic function: weights of the share of the question that "
        "whom it names has said more of than others, of the tenth best message's score over the best one's, of the best cosine; "
        "offset.",
    )
    answered_strength: float = Field(
        0.1, gt=0, le=1, description="Strength from which messages count as being about the question beyond doubt there."
    )
    answered_documents: tuple[float, float] = Field(
        (0.47, -1.35),
        description="Confidence that documents hold the answer, a logistic function of how strong the best evidence is: "
        "weight of its odds, offset.",
    )
    answered_documents_strength: float = Field(
        0.1, gt=0, le=1, description="Strength from which documents count as being about the question beyond doubt there."
    )
    leaders: int = Field(5, ge=1, description="A collection is as good as the strongest of so many of its best units.")
    lexical_places: int = Field(3, ge=1, description="From so many passages on, one place is kept for the best match by words.")
    spare_candidates: int = Field(24, ge=0, description="Candidates looked at beyond the passages wanted.")
    two_step_sections: int = Field(3, ge=1, description="Sections that a two-step search looks into.")
    two_step_candidates: int = Field(200, ge=1, description="Passages by which a two-step search judges sections.")
    question_piece_tokens: int = Field(200, ge=16, le=250, description="A longer question is embedded in pieces, tokens.")
    question_pieces: int = Field(8, ge=2, description="Pieces of a long question that count, from both its ends.")
    question_terms: int = Field(64, ge=1, description="Terms of a question that are searched for.")
    budget_characters: int = Field(16_000, ge=200, description="Characters of passages that the model may read.")
    top_k: int = Field(12, ge=1, le=200, description="Most passages for an answer.")
    other_threads: int = Field(
        20,
        ge=1,
        le=200,
        description="Threads, last used first, that are searched beside a thread whose `other_threads` is switched on.",
    )
    questions: Literal["off", "on"] = Field(
        "off",
        description="`on`: a connected model writes questions that each passage of a document answers, in the background, "
        "and passages are found by these, too.",
    )
    questions_weight: float = Field(
        0.15,
        ge=0,
        le=1,
        description="Weight of the best question's cosine; the passage's own has the rest, and counts alone when it is higher.",
    )
