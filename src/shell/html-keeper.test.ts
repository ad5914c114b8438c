import { createElement, type ReactNode, Suspense, useId } from 'react'
import { expect, test } from 'vitest'
import { type Shop, useShop } from '#client/shop-context.ts'
import { createHtmlKeeper } from './html-keeper.tsx'

const shopNamed = (name: string) => ({ storefront: { name, channel: { locale: 'en-IN' } } }) as Shop

/** A keeper whose shop two documents have shown. */
function openKeeper(shop = shopNamed('Kiln')) {
  const { keep, noteShop } = createHtmlKeeper()
  noteShop(shop)
  noteShop(shop)
  return (name: string, element: ReactNode, by: unknown = '') => keep(shop, { name, by }, element)
}

const Named = ({ children }: { children?: string }) => `${useShop().storefront.name}: ${children}`

test('a part is rendered once for each key, with the shop around it', () => {
  const keep = openKeeper()

  expect(keep('a', createElement(Named, null, 'mug'))).toBe('Kiln: mug')
  expect(keep('a', createElement(Named, null, 'vase'))).toBe('Kiln: mug')
  expect(keep('b', createElement(Named, null, 'vase'))).toBe('Kiln: vase')
  expect(keep('b', createElement(Named, null, 'bowl'), [1])).toBe('Kiln: bowl')
})

test('parts are cached from the second document with the same shop on', () => {
  const { keep, noteShop } = createHtmlKeeper()
  const shop = shopNamed('Kiln')
  noteShop(shop)

  expect(keep(shop, { name: 'a', by: '' }, createElement('i'))).toBeUndefined()
  noteShop(shop)
  expect(keep(shop, { name: 'a', by: '' }, createElement('i'))).toBe('<i></i>')
  expect(keep(shopNamed('Kiln'), { name: 'a', by: '' }, createElement('i'))).toBeUndefined()
})

test('a part with ids, with a preload or with a failed boundary is rendered by its page', () => {
  const keep = openKeeper()
  const WithId = () => createElement('i', { id: useId() })
  const Failing = () => {
    throw new Error('No view')
  }

  expect(keep('id', createElement(WithId))).toBeUndefined()
  expect(keep('preload', createElement('img', { src: '/a.webp', fetchPriority: 'high' }))).toBeUndefined()
  expect(keep('failed', createElement(Suspense, null, createElement(Failing)))).toBeUndefined()
})
