import { expectTypeOf, test } from 'vitest'
import { defineScreen, type Json, type Screen, type ScreenData } from './screen.ts'

// The assertions here are made by tsc; the tests only execute the lines.

test('a view’s props are the view of the loader after JSON serialisation, without its head', () => {
  const screen = defineScreen({
    load: async () => ({
      view: { at: new Date(), tags: ['new'] as const, price: { minor: 1, text: null as string | null } },
      head: { cost: 1 },
    }),
    meta: ({ view: { price }, head: { cost } }) => ({ title: String(price.minor - cost) }),
  })

  expectTypeOf<ScreenData<typeof screen>>().toEqualTypeOf<{
    at: string
    tags: readonly ['new']
    price: { minor: number; text: string | null }
  }>()
})

test('values that JSON cannot represent are a type error', () => {
  expectTypeOf<Json<{ late?: Date; run: () => void }>>().toEqualTypeOf<{ late?: string; run: never }>()
})

test('a screen that only redirects is a valid screen', () => {
  const screen = defineScreen({
    load: () => {
      throw new Error('elsewhere')
    },
    meta: () => ({ title: '' }),
  })

  expectTypeOf(screen).toExtend<Screen<never, never>>()
})
