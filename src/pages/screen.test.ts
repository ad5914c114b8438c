import { expectTypeOf, test } from 'vitest'
import { defineScreen, type Json, type Screen, type ScreenData } from './screen.ts'

// What is asserted here is asserted by tsc: the tests only keep the lines alive.

test('a view is given what JSON leaves of the loader’s result', () => {
  const screen = defineScreen({
    load: async () => ({
      at: new Date(),
      tags: ['new'] as const,
      price: { minor: 1, text: null as string | null },
    }),
    meta: ({ price }) => ({ title: String(price.minor) }),
  })

  expectTypeOf<ScreenData<typeof screen>>().toEqualTypeOf<{
    at: string
    tags: readonly ['new']
    price: { minor: number; text: string | null }
  }>()
})

test('what JSON cannot carry cannot be used', () => {
  expectTypeOf<Json<{ late?: Date; run: () => void }>>().toEqualTypeOf<{ late?: string; run: never }>()
})

test('a screen that only redirects is a screen', () => {
  const screen = defineScreen({
    load: () => {
      throw new Error('elsewhere')
    },
    meta: () => ({ title: '' }),
  })

  expectTypeOf(screen).toExtend<Screen<never, never>>()
})
