import { defineFixtureScreen } from '../../shop.ts'

export const broken = defineFixtureScreen({
  load: ({ params }) => {
    if (params.how === 'load') throw new Error('The loader broke')
    return { view: { how: params.how ?? '' } }
  },
  meta: () => ({ title: 'Broken' }),
})
