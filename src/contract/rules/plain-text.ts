/** Embeddings, overrides and isolates, which reorder the text around a name; and invisible characters. Marks stay. */
const hidden = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/**
 * A text without invisible characters that can falsify how the text beside it reads. Joiners (U+200C, U+200D) stay,
 * because Indic and Persian words need them.
 */
export const plainText = (text: string) => text.replace(hidden, '')
