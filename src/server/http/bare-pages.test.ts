import { expect, test } from 'vitest'
import { busyPage, serverErrorPage, websiteUnavailablePage } from './bare-pages.ts'

test('the server error page says what the spec says', () => {
  const { status, headers, body } = serverErrorPage({
    errorId: 'a1b2c3d4',
    supportEmail: 'help@shop.example',
  })

  expect(status).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  for (const words of [
    'Oops!',
    'An unexpected error occurred.',
    'Error Code 500',
    'Refresh this page',
    'Go back',
    'Try again in 30 minutes',
    '<a href="mailto:help@shop.example">Contact support</a>',
    '<code>a1b2c3d4</code>',
  ])
    expect(body).toContain(words)
})

test('without a support address the page still says to contact support', () => {
  expect(serverErrorPage({ errorId: 'a1b2c3d4' }).body).toContain('<li>Contact support and quote')
})

test('the owner of a closed shop reads that it is to be renewed', () => {
  const { status, body } = websiteUnavailablePage({ supportEmail: 'help@shop.example' })
  expect(status).toBe(404)
  expect(body).toContain('Website Unavailable')
  expect(body).toContain('renew')
  expect(body).toContain('href="mailto:help@shop.example"')
})

test('a busy shop says when to come again', () => {
  const { status, headers } = busyPage({ retryAfterSeconds: 7 })
  expect([status, headers['retry-after']]).toEqual([503, '7'])
})

test('an address with markup in it stays text', () => {
  const { body } = serverErrorPage({ errorId: '<b>', supportEmail: '"><script>x@y' })
  expect(body).not.toMatch(/<script|<b>/)
})

test('no bare page needs a script, a file or another host', () => {
  for (const { body } of [serverErrorPage({ errorId: 'x' }), websiteUnavailablePage(), busyPage()])
    expect(body).not.toMatch(/<script|<link|src=|https?:|@import|url\(/)
})
