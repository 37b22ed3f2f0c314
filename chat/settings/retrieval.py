"""Search and ranking. The defaults are measured (see benchmarks/LOG.md), and most installations need not change them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class RetrievalSettings(Group):
    """Search and ranking. The defaults are measured (see benchmarks/LOG.md), and most installations need not change them."""

    candidates: int = Field(400, ge=1, description="Number of candidates that an HNSW search returns for fusion.")
    fusion: Literal["score", "rrf"] = Field(
        "score",
        description="How vector and keyword scores are combined. `score`: weighted sum of z-scores (score fusion). `rrf`: "
        "reciprocal rank fusion, k = 60.",
    )
    document_dense_weight: float = Field(
        0.7, ge=0, le=1, description="Weight of the vector score for document passages, 0 to 1. The keyword score has the rest."
    )
    foreign_dense_weight: float = Field(
        0.3,
        ge=0,
        le=1,
        description="Weight of the vector score for document passages, 0 to 1, when the question is not in English, which the "
        "local embedding model hardly knows.",
    )
    follow_up_dense_weight: float = Field(
        0.95,
        ge=0,
        le=1,
        description="Weight of the vector score for document passages, 0 to 1, when earlier questions are added to the search."
        " It is high because their terms mislead the keyword search.",
    )
    document_best_share: float = Field(
        0.35, ge=0, le=1, description="Share, 0 to 1, that the best cosine of its document has in the vector score of a passage."
    )
    document_coverage_weight: float = Field(
        0.15,
        ge=0,
        description="Weight, beside both scores, of the share of the question's terms that a document passage contains.",
    )
    named_document_bonus: float = Field(
        2.0,
        ge=0,
        description="Bonus for all passages of a document whose full name the question contains. For part of a name the bonus "
        "is smaller in proportion.",
    )
    related_weight: float = Field(
        0.8,
        ge=0,
        le=1,
        description="How much a related English word, or a longer word that contains the question's word, counts as that word;"
        " multiplied by their similarity. 0 ignores such words.",
    )
    statement_weight: float = Field(
        3.0,
        ge=0,
        description="Weight of a financial statement that the question names; a word has weight 1. 0 ignores such statements.",
    )
    implied_statement_weight: float = Field(
        2.0,
        ge=0,
        description="Weight of a financial statement from which a measure in the question, such as a quick ratio, is calculated.",
    )
    statement_line_weight: float = Field(
        0.8,
        ge=0,
        description="Weight of the names that such figures have on a financial statement; they count in passages of that "
        "statement only.",
    )
    message_dense_weight: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Weight of the vector score for messages in conversations between named people, 0 to 1. The keyword score "
        "has the rest.",
    )
    assistant_chat_dense_weight: float = Field(
        0.65,
        ge=0,
        le=1,
        description="Weight of the vector score for messages in chats with an assistant, 0 to 1. The keyword score has the rest.",
    )
    long_message_characters: int = Field(
        600,
        ge=1,
        description="Mean length of answers, in characters, from which a thread counts as a chat with an assistant even if its"
        " speakers have names.",
    )
    window_weight: float = Field(1.0, ge=0, description="Weight of the turns around a person's turn, beside its own score.")
    several_window_weight: float = Field(
        0.25,
        ge=0,
        description="Weight of the turns around a person's turn when the question asks for several things, which are usually "
        "said far apart.",
    )
    assistant_chat_window_weight: float = Field(
        0.15, ge=0, description="Weight of the turns around a turn in chats with an assistant."
    )
    assistant_chat_length_weight: float = Field(
        0.29,
        ge=0,
        description="Penalty for long messages in chats with an assistant: this share of how far the logarithm of the length "
        "exceeds its mean.",
    )
    neighbour_weight: float = Field(
        0.2, ge=0, description="Share of the scores of the turns directly before and after it that is added to a person's turn."
    )
    specificity_weight: float = Field(
        1.0,
        ge=0,
        description="Weight of how rare the rarest words of a person's turn are in its thread. A turn with rare words says "
        "more than a greeting.",
    )
    user_message_bonus: float = Field(1.3, ge=0, description="Bonus on the z-score of user messages in chats with an assistant.")
    wish_factor: float = Field(
        1.18,
        ge=1,
        description="Factor for messages in which the user states a preference or an instruction for every answer. It does not"
        " apply to questions about the past.",
    )
    asking_factor: float = Field(
        0.5, ge=0, le=1, description="Factor for earlier questions in nearly the same words as the question."
    )
    named_author_bonus: float = Field(
        1.2, ge=0, description="Bonus on the z-score of messages from a person whom the question names."
    )
    history_weight: float = Field(0.5, ge=0, description="Weight of the mean of earlier user turns in the query vector.")
    history_turns: int = Field(3, ge=0, description="Number of earlier user turns that count in the query vector. 0 uses none.")
    history_likeness: float = Field(
        0.1,
        ge=-1,
        le=1,
        description="Minimum cosine between an earlier turn and a question that stands on its own, for the earlier turn to "
        "count.",
    )
    history_keyword_weight: float = Field(0.3, ge=0, description="Weight of the terms of earlier turns in keyword search.")
    history_keyword_turns: int = Field(
        2, ge=0, description="Number of earlier user turns whose terms are searched for. 0 uses none."
    )
    half_life_days: float = Field(
        30,
        gt=0,
        description="Half-life of recency decay, in days: the age at which the recency factor of a message has fallen halfway "
        "to its floor.",
    )
    recency_floor: float = Field(
        0.8, ge=0, le=1, description="Floor of the recency factor when the question asks about the present, 0 to 1."
    )
    neutral_recency_floor: float = Field(
        0.99, ge=0, le=1, description="Floor of the recency factor for all other questions, 0 to 1."
    )
    period_floor: float = Field(
        0.65, ge=0, le=1, description="Floor of the factor for messages outside the dates that a question names, 0 to 1."
    )
    told_later_days: float = Field(
        7,
        gt=0,
        description="Days after such dates at which that factor has fallen halfway to its floor. Events are often told a few "
        "days later.",
    )
    untimed_factor: float = Field(
        0.85, ge=0, le=1, description="Factor for messages that mention no time when the question asks for one."
    )
    per_source: int = Field(
        2, ge=1, description="Number of passages of one document, or of turns of one day, before other sources get their turn."
    )
    diversity_margin: float = Field(
        0.02,
        ge=0,
        description="Margin in fused score by which a further passage of the same source must be better to keep its place.",
    )
    threshold: float = Field(
        0.03,
        ge=0,
        le=1,
        description="Minimum probability, 0 to 1, that the documents or the messages of a thread contain anything about the "
        "question. Below it their passages are not used.",
    )
    small_units: int = Field(
        40,
        ge=0,
        description="Number of passages, or messages, up to which the documents, or the messages, of a thread count as a small"
        " collection.",
    )
    small_threshold: float = Field(
        0.003,
        ge=0,
        le=1,
        description="Minimum probability, 0 to 1, that a small collection contains anything about the question.",
    )
    full_messages: int = Field(
        250,
        ge=1,
        description="Number of messages of a thread from which the threshold applies in full; with fewer it is lower in"
        " proportion.",
    )
    window_turns: int = Field(2, ge=0, description="Number of turns on each side whose cosine is averaged with that of a turn.")
    window_term_turns: int = Field(2, ge=0, description="Number of turns on each side whose terms also count as said in a turn.")
    background_units: int = Field(
        10, ge=0, description="Number of unrelated passages that each collection is assumed to contain in addition to its own."
    )
    background_cosine: float = Field(
        0.1, ge=-1, le=1, description="Mean cosine of unrelated passages with the embedding model in use."
    )
    background_deviation: float = Field(0.1, ge=0, description="Standard deviation of the cosine of unrelated passages.")
    rrf_constant: int = Field(60, ge=1, description="The constant k of reciprocal rank fusion.")
    strength_hybrid: tuple[float, float, float] = Field(
        (13.5, 6.8, 8.3),
        description="Weights of cosine and of coverage, and offset, of the logistic function that rates a passage's evidence "
        "in hybrid search.",
    )
    strength_dense: tuple[float, float, float] = Field(
        (18.0, 0.0, 7.7), description="Weights and offset of the same function for search by vectors only."
    )
    strength_keyword: tuple[float, float, float] = Field(
        (0.0, 12.8, 4.8), description="Weights and offset of the same function for search by keywords only."
    )
    answered: tuple[float, float, float, float] = Field(
        (4.2, 4.5, 2.4, 2.6),
        description="Weights and offset of the logistic function for the confidence that messages contain the answer. The "
        "weights are of three figures: the share of the question about which the person it names said more than "
        "others; the ratio of the tenth best to the best score; the best cosine.",
    )
    answered_strength: float = Field(
        0.1,
        gt=0,
        le=1,
        description="Strength of evidence, 0 to 1, from which messages count as certainly about the question in that confidence.",
    )
    answered_documents: tuple[float, float] = Field(
        (0.47, -1.35),
        description="Weight and offset of the logistic function for the confidence that documents contain the answer. The "
        "weight is that of the log-odds of the strongest evidence.",
    )
    answered_documents_strength: float = Field(
        0.1,
        gt=0,
        le=1,
        description="Strength of evidence, 0 to 1, from which documents count as certainly about the question in that "
        "confidence.",
    )
    leaders: int = Field(
        5,
        ge=1,
        description="Number of best passages of a collection among which the strongest decides how good the collection is.",
    )
    lexical_places: int = Field(
        3, ge=1, description="Number of passages from which one place is reserved for the best keyword match."
    )
    spare_candidates: int = Field(
        24, ge=0, description="Number of candidates that are examined in addition to the passages wanted."
    )
    two_step_sections: int = Field(3, ge=1, description="Number of sections that a two-step search examines.")
    two_step_candidates: int = Field(200, ge=1, description="Number of passages by which a two-step search rates sections.")
    question_piece_tokens: int = Field(
        200, ge=16, le=250, description="Length in tokens above which a question is embedded in several pieces of that size."
    )
    question_pieces: int = Field(
        8, ge=2, description="Maximum number of pieces of a long question that count, taken from its beginning and end."
    )
    question_terms: int = Field(64, ge=1, description="Maximum number of terms of a question that are searched for.")
    budget_characters: int = Field(
        16_000, ge=200, description="Maximum number of characters of all passages for an answer together."
    )
    top_k: int = Field(12, ge=1, le=200, description="Maximum number of passages for an answer.")
    other_threads: int = Field(
        20,
        ge=1,
        le=200,
        description="Number of your most recently used threads that are searched for a thread whose `other_threads` is "
        "switched on.",
    )
    questions: Literal["off", "on"] = Field(
        "off",
        description="`on`: a connected model writes, in the background, questions that each passage of a document answers, and"
        " a search also finds passages by these questions. `off`: no such questions.",
    )
    questions_weight: float = Field(
        0.15,
        ge=0,
        le=1,
        description="Weight of the cosine of the best generated question, 0 to 1. The passage's own cosine has the rest, and "
        "counts alone if it is higher.",
    )
