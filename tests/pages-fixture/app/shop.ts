import { defineScreen, type Loaded, type Screen } from '#pages/screen.ts'

/** The API of the fixture's loaders: a shop of forty products, and a login state. */
export type FixtureApi = {
  /** Increments the visits of a name and returns their number. */
  visit: (name: string) => number
  isLoggedIn: boolean
}

export type Thing = { slug: string; name: string }

export const things: Thing[] = Array.from({ length: 40 }, (_, at) => ({
  slug: `thing-${at + 1}`,
  name: `Thing ${at + 1}`,
}))

/** Defines a screen whose loader gets the fixture's API instead of the shop's client. */
export const defineFixtureScreen = <Data extends Loaded>(screen: Screen<FixtureApi, Data>) =>
  defineScreen<Data, FixtureApi>(screen)
