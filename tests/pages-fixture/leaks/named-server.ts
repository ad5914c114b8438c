// A browser's module that imports what is the server's by its name, by way of another module.
import './named-server-through.ts'
