import { expect, test } from 'vitest'
import { isSearchable } from './search-text.ts'

test('two letters, or one Chinese, Japanese or Korean character, are enough for a search', () => {
  for (const typed of ['ab', '12', '碗', 'あ', 'ナ', '잔']) expect(isSearchable(typed), typed).toBe(true)
  for (const typed of ['', 'a', '1', '-']) expect(isSearchable(typed), typed).toBe(false)
})
