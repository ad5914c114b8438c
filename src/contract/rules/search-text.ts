/** Chinese, Japanese and Korean write a word in one character. */
const wordInOne = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a text is long enough to be searched: two letters, or one character that can be a word. */
export const isSearchable = (typed: string): boolean => typed.length >= 2 || wordInOne.test(typed)

/** The words of a text as searches compare them: letters and digits in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each typed word begins a word of the text. */
export function hasWords(text: string, typed: readonly string[]): boolean {
  const words = wordsOf(text)
  return typed.every((one) => words.some((word) => word.startsWith(one)))
}
