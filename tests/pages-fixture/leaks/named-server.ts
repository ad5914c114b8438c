// A browser module that imports a `.server` module through another module: the build must fail.
import './named-server-through.ts'
