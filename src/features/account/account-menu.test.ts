import { expect, test } from 'vitest'
import type { AccountItem } from '#client/shop-context.ts'
import { accountMenu } from './account-menu.ts'

const shape = (...args: Parameters<typeof accountMenu>) =>
  accountMenu(...args).map(({ menu_group_title, items }) => [
    menu_group_title,
    ...items.map(({ menu }) => menu),
  ])

const item: AccountItem = {
  menu: 'Gift cards',
  path: '/account/gift-cards',
  icon: 'box',
  description: 'What is left on them',
  active: true,
  show_in_dashboard: true,
}

test('the menu has the groups and items of the specification, in its order', () => {
  expect(shape()).toEqual([
    ['Home', 'Dashboard'],
    ['Account', 'Profile', 'Security', 'Addresses', 'Your data'],
    ['Orders', 'Orders & Refunds'],
  ])
})

test('a plugin adds an item after another one, at the end, or in its own group', () => {
  expect(shape([{ group: 'Account', after: 'Profile', item }])[1]).toEqual([
    'Account',
    'Profile',
    'Gift cards',
    'Security',
    'Addresses',
    'Your data',
  ])
  expect(shape([{ group: 'Orders', after: 'Nothing', item }])[2]).toEqual([
    'Orders',
    'Orders & Refunds',
    'Gift cards',
  ])
  expect(shape([{ group: 'Extras', item }])[3]).toEqual(['Extras', 'Gift cards'])
})

test('disabled items and empty groups are hidden', () => {
  expect(shape([{ group: 'Extras', item: { ...item, active: false } }])).toHaveLength(3)
})
