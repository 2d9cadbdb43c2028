import { describe, expect, test } from 'vitest';
import { mergeChanges } from '#lib/platform/db/changes.ts';
import { effectOf } from '#lib/platform/db/dependencies.ts';
import { shapeOf } from '#lib/platform/db/shapes.ts';
import { changesOfStatement } from '#lib/platform/db/write-plan.ts';

describe('changes of a statement that writes', () => {
  test.each([
    ['insert into "follows" ("a") values (?) on conflict do update set "a" = ?', [{ table: 'follows', columns: null }]],
    ['delete from "works" where "works"."key" = ?', [{ table: 'works', columns: null }]],
    ['update "authors" set "name" = ?, "slug" = ? where "authors"."id" = ?', [{ table: 'authors', columns: ['name', 'slug'] }]],
    ['update authors set revision = revision + 1, stale = true where key in $many', [{ table: 'authors', columns: ['revision', 'stale'] }]],
    [
      'update authors set followers_count = (select count(*) from follows where follows.author_id = authors.id), stale = ? where id = ?',
      [{ table: 'authors', columns: ['followers_count', 'stale'] }],
    ],
    [
      'with gone as (delete from works where key = ? returning key) update listings set rank = 1 where work_key in (select key from gone)',
      [
        { table: 'works', columns: null },
        { table: 'listings', columns: ['rank'] },
      ],
    ],
    // A trigger updates the counts of the author directory.
    [
      'update "authors" set "visibility" = ? where "authors"."id" = ?',
      [
        { table: 'authors', columns: ['visibility'] },
        { table: 'author_letters', columns: null },
      ],
    ],
    // Triggers update the full-text tables on SQLite.
    [
      'delete from "search_documents" where "kind" = ?',
      ['search_documents', 'search_people', 'search_works', 'search_contexts'].map((table) => ({ table, columns: null })),
    ],
    // An update of a column to itself locks the row, and is not a change.
    ['update "authors" set "id" = "authors"."id" where "authors"."id" = ? returning "key"', []],
    ['update "authors" set "id" = "authors"."id", "name" = ? where "authors"."id" = ?', [{ table: 'authors', columns: ['name'] }]],
    ['update "authors" set "name" = "authors"."name_key" where true', [{ table: 'authors', columns: ['name'] }]],
    ['select * from authors for update', []],
    ['update authors set name = x.name from works x where true', [{ table: 'authors', columns: ['name'] }]],
    // Statements that cannot be parsed may change any table.
    ['update authors q set name = ?', [{ table: '*', columns: null }]],
    ['replace into authors values (?)', [{ table: '*', columns: null }]],
    ['update only authors set name = ?', [{ table: '*', columns: null }]],
    ['truncate authors', [{ table: '*', columns: null }]],
    ['update jobs set state = ? where id = ?', []],
    ['insert into sessions values (?)', []],
  ])('%s', (text, expected) => {
    expect(changesOfStatement(text)).toEqual(expected.map((change) => ({ ...change, rows: null })));
  });

  test('are merged for a transaction: rows by the columns that all of them know', () => {
    const all = { table: 'works', columns: ['title'], rows: null };
    expect(
      mergeChanges([
        { table: 'authors', columns: ['name'], rows: { key: [1], id: [7] } },
        { table: 'authors', columns: ['name'], rows: { key: [2, 1] } },
        { table: 'authors', columns: null, rows: { key: [3] } },
        all,
        { table: 'works', columns: ['title'], rows: { key: [7] } },
      ]),
    ).toEqual([
      { table: 'authors', columns: ['name'], rows: { key: [1, 2] } },
      { table: 'authors', columns: null, rows: { key: [3] } },
      all,
    ]);
    const key = Array.from({ length: 501 }, (_, at) => at);
    expect(mergeChanges([{ table: 'works', columns: null, rows: { key } }])).toEqual([{ table: 'works', columns: null, rows: null }]);
  });
});

describe('dependencies of a statement that reads', () => {
  const change = (table: string, columns: string[] | null) => ({ table, columns, rows: null });

  test('are the columns that it names, and any added or removed row', () => {
    const shape = shapeOf('select "name", "slug" from "authors" where "authors"."visibility" = ?');
    expect(effectOf(shape, change('authors', ['visibility']))).not.toBeNull();
    expect(effectOf(shape, change('authors', ['followers_count']))).toBeNull();
    expect(effectOf(shape, change('authors', null))).not.toBeNull();
    expect(effectOf(shape, change('works', null))).toBeNull();
  });

  test('are all columns if it names none', () => {
    for (const text of ['select distinct * from authors', 'select * from authors', 'select a.* from authors a', 'select 1, * from authors'])
      expect(effectOf(shapeOf(text), change('authors', ['followers_count']))).not.toBeNull();
    expect(effectOf(shapeOf('select count(*) from authors where name = ?'), change('authors', ['followers_count']))).toBeNull();
  });

  test('do not depend on its values or their number', () => {
    expect(shapeOf('select name from authors where key in (?, ?, ?)')).toBe(shapeOf('select name from authors where key in (?)'));
    expect(shapeOf('select name from authors where key in ($1, $2)')).toBe(shapeOf('select name from authors where key in ($1)'));
    expect(shapeOf('select name from authors where key in ($1, $2) and id = $3')).toBe(
      shapeOf('select name from authors where key in ($1) and id = $2'),
    );
    expect(shapeOf('select name from authors')).not.toBe(shapeOf('select slug from authors'));
  });

  describe('on a new row that other rows refer to by its key', () => {
    const isWide = (text: string, key: number[] = []): boolean | undefined =>
      effectOf(shapeOf(text), { table: 'authors', columns: null, rows: { key, slug: [4] } })?.isWide;

    test.each([
      'select p.name from authorships a join authors p on p.key = a.author_key where a.work_key = ?',
      'select p.name from authorships a left join authors p on a.author_key = p.key where a.work_key = ?',
      'select 1 from works w where w.key = ? and not exists (select 1 from authorships a join authors p on p.key = a.author_key)',
      'select count(*) from contributors c, authors p where c.author_key = p.key',
      // The row that refers to it may itself be referred to.
      'select o.name from authors o join authors p on p.key = o.merged_key join authorships a on a.author_key = o.key',
    ])('are none: %s', (text) => {
      expect(isWide(text)).toBe(false);
      // A row that is not new.
      expect(isWide(text, [3])).toBe(true);
    });

    test.each([
      'select count(*) from authors',
      'select p.name from authors p left join authorships a on p.key = a.author_key',
      'select p.name from authorships a join authors p on p.key = a.author_key or p.slug = a.family',
      // Either row may be new, and neither is read because of another.
      'select p.name from authors p join authors o on o.key = p.merged_key and p.key = o.merged_key',
      'select p.name from authors p join contexts c on c.key = p.key',
      'select p.name from authorships a join authors p on p.key = a.position',
      'select p.name from search_documents s join authors p on p.key = s.subject_key',
      'with a as (select count(*) as author_key from works) select p.name from a join authors p on p.key = a.author_key',
      'select p.name from (select position as author_key from authorships) a join authors p on p.key = a.author_key',
    ])('are there: %s', (text) => expect(isWide(text)).toBe(true));
  });

  describe('on a row that a join adds columns of', () => {
    const effect = (text: string) =>
      effectOf(shapeOf(text), { table: 'work_titles', columns: null, rows: { work_key: [5], title_key: [6] } });

    test.each([
      'select a.work_key, t.title_key from authorships a left join work_titles t on t.work_key = a.work_key where a.author_key = ?',
      'select a.work_key, t.title_key from authorships a left join works w on w.key = a.work_key left join work_titles t on t.work_key = a.work_key where a.author_key = ? and coalesce(a.position, ?) < ? order by a.position',
    ])('are those of the rows shown: %s', (text) => expect(effect(text)).toEqual({ isWide: false, rows: [5] }));

    test.each([
      'select a.work_key, t.title_key from authorships a join work_titles t on t.work_key = a.work_key where a.author_key = ?',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key where t.title_key is null',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key where a.author_key = ? order by t.title_key',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key where title_key is null',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key join works w on w.title = t.title_key',
      // Where no row is joined, its own column is null.
      'select t.work_key, a.family from authorships a left join work_titles t on t.work_key = a.work_key where a.author_key = ?',
      'select a.work_key, t.title_key from authorships a left join work_titles t on t.work_key = a.work_key order by 2',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key order by a.position limit 5 offset 5',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key, json_each(t.title_key) j',
      'select a.work_key, count(t.title_key) from authorships a left join work_titles t on t.work_key = a.work_key group by a.author_key',
      'select a.work_key from authorships a left join work_titles t on t.work_key = a.work_key where exists (select 1 from works w where w.title = t.title_key)',
    ])('are others too: %s', (text) => expect(effect(text)?.isWide).toBe(true));
  });
});
