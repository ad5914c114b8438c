// A browser's module that imports types of the server's: these are gone before the build.
import type { ScreenData } from '#pages/screen.ts'
import type { home } from '../app/screens/home/data.ts'

export const greeting: ScreenData<typeof home>['greeting'] = 'Hello'

console.log(greeting)
