import { expect, test } from 'vitest'
import { defineRoutes, matchRoute } from './route-table.ts'

const routes = defineRoutes([
  { screen: 'home', path: '/' },
  { screen: 'reset', path: '/account/reset-password/:email/:slug' },
  { screen: 'account', path: '/account/:slug*' },
  { screen: 'product', path: '/product/:slug+' },
  { screen: 'feed', path: '/feed.xml' },
  { screen: 'content', path: '/:slug+' },
])

const found = (pathname: string) => {
  const match = matchRoute(routes, pathname)
  return match && [match.route.screen, match.params.slug]
}

test.for([
  ['/', ['home', undefined]],
  ['/account', ['account', undefined]],
  ['/account/', ['account', undefined]],
  ['/account/orders', ['account', 'orders']],
  ['/account/orders/SF-1', ['account', 'orders/SF-1']],
  ['/account/reset-password/a%40b.c/token', ['reset', 'token']],
  ['/product/moon-vase', ['product', 'moon-vase']],
  ['/product/vases/moon-vase/', ['product', 'vases/moon-vase']],
  ['/product', ['content', 'product']],
  ['/accounting', ['content', 'accounting']],
  ['/feed.xml', ['feed', undefined]],
  ['/feedaxml', ['content', 'feedaxml']],
  ['/a/b/c', ['content', 'a/b/c']],
  ['/über', ['content', 'über']],
] as const)('%s is found', ([pathname, expected]) => {
  expect(found(pathname)).toEqual(expected)
})

test.for(['//', '/a//b', 'about'])('the path "%s" matches no route', (pathname) => {
  expect(found(pathname)).toBeUndefined()
})

test('parameters are returned as written in the path', () => {
  expect(matchRoute(routes, '/account/reset-password/a%40b.c/x')?.params).toEqual({
    email: 'a%40b.c',
    slug: 'x',
  })
})

test('a long path without a match is refused quickly', () => {
  expect(found(`/product${'/a'.repeat(50_000)}//`)).toBeUndefined()
})
