import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitUrl, tidyPath } from './page-url.ts'

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

test('splitUrl starts the query at the first question mark', () => {
  expect(splitUrl('/mugs?a=1?b')).toEqual({ pathname: '/mugs', search: '?a=1?b' })
  expect(splitUrl('/mugs')).toEqual({ pathname: '/mugs', search: '' })
})
