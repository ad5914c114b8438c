// A browser's module that imports a loader: the build must stop.
import { home } from '../app/screens/home/data.ts'

console.log(home)
