#!/usr/bin/env node
await import('../src/command-line/main.ts');
