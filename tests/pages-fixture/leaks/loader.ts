// A browser module that imports a loader: the build must fail.
import { home } from '../app/screens/home/data.ts'

console.log(home)
