// A browser module that imports a loader dynamically: the build must fail.
console.log(() => import('../app/screens/home/data.ts'))
