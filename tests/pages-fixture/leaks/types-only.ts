// A browser module that imports types from the server: allowed, because types are erased.
import type { ScreenData } from '#pages/screen.ts'
import type { home } from '../app/screens/home/data.ts'

export const greeting: ScreenData<typeof home>['greeting'] = 'Hello'

console.log(greeting)
