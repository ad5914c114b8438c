import { expect, test } from 'vitest'
import { busyPage, serverErrorPage, websiteUnavailablePage } from './bare-pages.ts'

test('the server error page has the text of the spec', () => {
  const { status, headers, body } = serverErrorPage({
    requestId: 'a1b2c3d4',
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
  expect(serverErrorPage({ requestId: 'a1b2c3d4' }).body).toContain('<li>Contact support and quote')
})

test('the closed-shop page asks the owner to renew the license', () => {
  const { status, body } = websiteUnavailablePage({ supportEmail: 'help@shop.example' })
  expect(status).toBe(404)
  expect(body).toContain('Website Unavailable')
  expect(body).toContain('renew')
  expect(body).toContain('href="mailto:help@shop.example"')
})

test('the busy page says when to try again', () => {
  const { status, headers } = busyPage({ retryAfterSeconds: 7 })
  expect([status, headers['retry-after']]).toEqual([503, '7'])
})

test('markup in the support address is escaped', () => {
  const { body } = serverErrorPage({ requestId: '<b>', supportEmail: '"><script>x@y' })
  expect(body).not.toMatch(/<script|<b>/)
})

test('no static error page needs a script, a file or another host', () => {
  for (const { body } of [serverErrorPage({ requestId: 'x' }), websiteUnavailablePage(), busyPage()])
    expect(body).not.toMatch(/<script|<link|src=|https?:|@import|url\(/)
})
