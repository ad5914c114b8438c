import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyHydrated, lazyPart, loadLazyComponents } from './lazy-hydrated.tsx'

test('a lazy component inside the chunk of another one is rendered on the server', async () => {
  const Outer = lazyHydrated(async () => {
    const Inner = lazyHydrated(async () => () => createElement('em', null, 'inner'))
    return () => createElement(Inner)
  })

  await loadLazyComponents()

  expect(renderToString(createElement(Outer))).toContain('<em>inner</em>')
})

test('a lazy component whose code is missing on the server fails with the reason', () => {
  const { Component: Missing } = lazyPart<object>(() => new Promise<never>(() => {}))

  expect(renderToString(createElement(Missing))).toContain('before its code was loaded')
})
