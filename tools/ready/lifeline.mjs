// Preloaded into a server that runs in a group of its own: when ready.mjs is killed, the server stops too.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
