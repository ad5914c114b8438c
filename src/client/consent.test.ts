import { afterEach, expect, test, vi } from 'vitest'
import { announceConsent, isAccepted, whenAccepted } from './consent.ts'

function withCookie(cookie: string) {
  const target = new EventTarget()
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
}
const preferences = (choices: unknown) =>
  `a=1; cookiePreferences=${encodeURIComponent(JSON.stringify(choices))}`

afterEach(() => vi.unstubAllGlobals())

test('only an entry that the cookie has as accepted is accepted', () => {
  withCookie(
    preferences([
      { id: 'ads', accepted: true },
      { id: 'chat', accepted: false },
    ]),
  )

  expect(isAccepted('ads')).toBe(true)
  expect(isAccepted('chat')).toBe(false)
  expect(isAccepted('maps')).toBe(false)
})

test('a cookie that is missing or malformed accepts nothing', () => {
  for (const cookie of [
    '',
    'cookiePreferences=%E0',
    'cookiePreferences=[{',
    preferences({ id: 'ads' }),
    preferences([null]),
  ]) {
    withCookie(cookie)
    expect(isAccepted('ads')).toBe(false)
  }
})

test('waiting for a consent ends when it is accepted', async () => {
  withCookie('')
  const waiting = whenAccepted('ads')
  announceConsent()
  vi.stubGlobal('document', { cookie: preferences([{ id: 'ads', accepted: true }]) })
  announceConsent()

  await expect(waiting).resolves.toBeUndefined()
})
