/** Identifies a notice by its text, so that a new notice shows although an earlier one was closed (decisions §1.7). */
export function noticeKey(message: string) {
  let hash = 2_166_136_261
  for (const char of message) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0).toString(36)
}
