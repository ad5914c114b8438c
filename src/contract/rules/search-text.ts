/** Chinese, Japanese and Korean write a word in one character. */
const wordInOne = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a text is long enough to be searched: two letters, or one character that can be a word. */
export const isSearchable = (typed: string): boolean => typed.length >= 2 || wordInOne.test(typed)
