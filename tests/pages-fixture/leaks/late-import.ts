// A browser's module that imports a loader later, if ever: the build must stop all the same.
console.log(() => import('../app/screens/home/data.ts'))
