import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inlineScripts, isDataScript, isShell, removeScripts } from '#lib/runtime/server/pages/next-output.ts';

const installed = globSync('node_modules/next/dist/server/{app-render,stream-utils}/*.js')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the HTML of the installed Next.js', () => {
  test('is of the version that the project pins', () => {
    const { version } = JSON.parse(readFileSync('node_modules/next/package.json', 'utf8'));
    expect(JSON.parse(readFileSync('package.json', 'utf8')).dependencies.next).toBe(version);
  });

  test('passes data by self.__next_f, and names its empty page __next_error__', () => {
    expect(installed).toContain('self.__next_f=self.__next_f||[]');
    expect(installed).toContain('__next_error__');
  });
});

test('reads next.config.ts without its compiler, as lib/runtime/server/runtime.mjs asks for', () => {
  const name = '__NEXT_NODE_NATIVE_TS_LOADER_ENABLED';
  expect(readFileSync('lib/runtime/server/runtime.mjs', 'utf8')).toContain(`process.env.${name} = 'true'`);
  expect(readFileSync('node_modules/next/dist/build/next-config-ts/transpile-config.js', 'utf8')).toContain(
    `process.env.${name} === 'true'`,
  );
});

describe('an inline script', () => {
  test('is data if it passes JSON to the framework and does nothing else', () => {
    const scripts = ['self.__next_f.push([1,"x"])', '(self.__next_f=self.__next_f||[]).push([0])'];
    for (const script of scripts) expect(isDataScript(script), script).toBe(true);
  });

  test('is not data if it does more', () => {
    const begin = '(self.__next_f=self.__next_f||[]).push([0]);';
    const scripts = ['alert(1)', 'self.__next_f.push([1,alert(1)])', 'self.__next_f.push([1]);alert(1)', `${begin}alert(1)`, ''];
    for (const script of scripts) expect(isDataScript(script), script).toBe(false);
  });
});

test('a page without scripts keeps its JSON-LD, and one that a script completes stays unchanged', () => {
  const data = '<script type="application/ld+json">{}</script>';
  expect(removeScripts(`<p>x</p>${data}<script src="/a.js"></script><script>go()</script>`)).toBe(`<p>x</p>${data}`);
  const partial = '<template id="B:0"></template><script>go()</script>';
  expect(removeScripts(partial)).toBe(partial);
  expect(inlineScripts('<script>a</script><script src="/b.js"></script><script>c</script>')).toEqual(['a', 'c']);
  expect(isShell('<html id="__next_error__"><body></body></html>')).toBe(true);
});
