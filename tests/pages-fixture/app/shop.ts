import { defineScreen, type Screen } from '#pages/screen.ts'

/** What the fixture's loaders ask: a shop of forty things, and a switch that makes it fail. */
export type FixtureApi = {
  /** Adds one to the visits of a name and gives their number. */
  visit: (name: string) => number
  isLoggedIn: boolean
}

export type Thing = { slug: string; name: string }

export const things: Thing[] = Array.from({ length: 40 }, (_, at) => ({
  slug: `thing-${at + 1}`,
  name: `Thing ${at + 1}`,
}))

/** The shop's own screens find their client by themselves; these have another. */
export const defineFixtureScreen = <Data extends object>(screen: Screen<FixtureApi, Data>) =>
  defineScreen<Data, FixtureApi>(screen)
