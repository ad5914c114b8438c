import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneChannel } from '#harness/channels.ts'
import { readPageRequest, tidyPath } from './page-request.ts'

const channels = await oneChannel()

const read = (url: string) =>
  readPageRequest(Object.assign(new IncomingMessage(new Socket()), { url }), channels)

test('campaign parameters do not change the URL of a page', () => {
  expect(read('/mugs?utm_source=mail&gclid=x1&fbclid=y').url).toBe('/mugs')
  expect(read('/mugs?utm_source=mail&page=2').url).toBe('/mugs?page=2')
})

test('the order of parameters does not change the URL, the order of values of one parameter does', () => {
  expect(read('/mugs?size=m&color=blue').url).toBe(read('/mugs?color=blue&size=m').url)
  expect(read('/mugs?color=red&color=blue').url).toBe('/mugs?color=red&color=blue')
})

test('a URL with more parameters than any link of the shop is rendered but not cached', () => {
  const many = Array.from({ length: 25 }, (_, at) => `a${at}=1`).join('&')
  expect(read(`/mugs?${many}`).isCacheable).toBe(false)
  expect(read(`/mugs?${many.slice(0, many.lastIndexOf('&'))}`).isCacheable).toBe(true)
  expect(read(`/${'x'.repeat(3_000)}`).isCacheable).toBe(false)
})

test('a URL without campaign parameters is normalized already, whatever the query', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z%&=+[\]0-9]{0,8}$/), { maxLength: 6 }), (parts) => {
      const { url } = read(`/mugs?${parts.join('&')}`)
      expect(read(url).url).toBe(url)
    }),
  )
})

test('a payload has the page of its document, and a key of its own for each build', () => {
  const payload = read('/mugs/_payload.json?b7f3&size=m&color=blue&utm_id=1')
  expect(payload).toMatchObject({
    kind: 'payload',
    pathname: '/mugs',
    search: '?size=m&color=blue&utm_id=1',
    url: '/mugs?color=blue&size=m',
    build: 'b7f3',
  })
  const others = [
    '/mugs?size=m&color=blue',
    '/mugs/_payload.json?b8&size=m&color=blue',
    '/payload b7f3 /mugs',
  ]
  for (const url of others) expect(read(url).key).not.toBe(payload.key)
})

test('boot data is cached under the key of its document', () => {
  const document = read('/mugs?page=2')
  const boot = read('/mugs/_payload.json?b7f3~v1&page=2')
  expect(document).toMatchObject({ kind: 'document', build: '', version: '' })
  expect(boot).toMatchObject({
    kind: 'boot',
    build: 'b7f3',
    version: 'v1',
    url: '/mugs?page=2',
    key: document.key,
  })
})

test('the token of a preview is read from the page, and changes nothing else', () => {
  expect(read('/mugs?preview=t1')).toMatchObject({ preview: 't1', url: '/mugs', key: '/mugs' })
  expect(read('/mugs/_payload.json?b1&preview=t1')).toMatchObject({ preview: 't1', url: '/mugs' })
  expect(read('/mugs?preview=').preview).toBeUndefined()
  expect(read('/mugs?a=preview=1').preview).toBeUndefined()
})

test('the query starts at the first question mark', () => {
  expect(read('/mugs?a=1?b')).toMatchObject({ pathname: '/mugs', search: '?a=1?b' })
})

test('tidyPath returns one spelling of a path', () => {
  expect(tidyPath('/mugs/')).toBe('/mugs')
  expect(tidyPath('/a//b')).toBe('/a/b')
  expect(tidyPath('/')).toBe('/')
  expect(tidyPath('//')).toBe('/')
})

test('tidyPath never redirects a browser to another host', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[/\\][/\\a.:@%5Cc]{0,12}$/), (path) => {
      const base = 'https://shop.example'
      expect(new URL(tidyPath(path), base).origin).toBe(base)
    }),
  )
  expect(tidyPath('/\\example.com/')).toBe('/example.com')
})
