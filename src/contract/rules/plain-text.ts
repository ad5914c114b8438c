/** Embeddings, overrides and isolates, which reorder the text around a name; and invisible characters. Marks stay. */
const hidden = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/**
 * A text without invisible characters that can falsify how the text beside it reads. Joiners (U+200C, U+200D) stay,
 * because Indic and Persian words need them.
 */
export const plainText = (text: string) => text.replace(hidden, '')

/** Characters that are not drawn: soft hyphens, joiners, direction marks, fillers, variation selectors, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** One form for addresses that look the same: full-width letters, composed accents, no invisible characters. Keeps the case. */
export const normalizeEmail = (email: string) => plainText(email.normalize('NFKC')).replace(invisible, '')
