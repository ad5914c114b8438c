// A browser's module that imports a module of Node's: the build must stop.
import { readFileSync } from 'node:fs'

console.log(readFileSync)
