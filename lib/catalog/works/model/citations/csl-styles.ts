/*
 * Two styles of the Citation Style Language that no package has apart from all others. Written after the MLA Handbook (9th edition) and the
 * Chicago Manual of Style (17th edition, author and date), for the types of works that are imported.
 */

const head = (title: string): string => `<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" demote-non-dropping-particle="never" page-range-format="minimal-two">
  <info>
    <title>${title}</title>
    <id>https://peergraph.org/styles/${title.toLowerCase()}</id>
    <updated>2026-11-29T00:00:00+00:00</updated>
  </info>`;

const isWithin = 'article article-journal article-magazine article-newspaper chapter paper-conference entry-dictionary entry-encyclopedia';

/** A title in quotes if the work is part of another one, otherwise in italics. */
const titleMacro = `
  <macro name="title">
    <choose>
      <if type="${isWithin}" match="any"><text variable="title" quotes="true" text-case="title"/></if>
      <else><text variable="title" font-style="italic" text-case="title"/></else>
    </choose>
  </macro>`;

const linkMacro = `
  <macro name="link">
    <choose>
      <if variable="DOI"><text variable="DOI" prefix="https://doi.org/"/></if>
      <else><text variable="URL"/></else>
    </choose>
  </macro>`;

const namesOf = (name: string): string => `
  <macro name="author">
    <names variable="author">
      ${name}
      <substitute>
        <names variable="editor">${name}<label form="long" prefix=", "/></names>
        <text macro="title"/>
      </substitute>
    </names>
  </macro>`;

const citation = '<citation><layout><text variable="title"/></layout></citation>';

export const mlaStyle = `${head('MLA')}${titleMacro}${linkMacro}${namesOf(
  '<name name-as-sort-order="first" and="text" delimiter-precedes-last="always" delimiter-precedes-et-al="always" initialize="false" initialize-with=". "/>',
)}
  <macro name="date">
    <choose>
      <if type="article-journal" match="any"><date variable="issued" form="text" date-parts="year-month"/></if>
      <else><date variable="issued" form="text" date-parts="year"/></else>
    </choose>
  </macro>
  ${citation}
  <bibliography et-al-min="3" et-al-use-first="1" hanging-indent="true">
    <layout suffix=".">
      <group delimiter=". ">
        <text macro="author"/>
        <text macro="title"/>
        <group delimiter=", ">
          <text variable="container-title" font-style="italic"/>
          <names variable="editor"><label form="verb" suffix=" "/><name and="text"/></names>
          <group delimiter=" "><text term="volume" form="short"/><text variable="volume"/></group>
          <group delimiter=" "><text term="issue" form="short"/><text variable="issue"/></group>
          <choose><if type="article-journal" match="none"><text variable="publisher"/></if></choose>
          <text macro="date"/>
          <group delimiter=" "><label variable="page" form="short"/><text variable="page"/></group>
          <text macro="link"/>
        </group>
      </group>
    </layout>
  </bibliography>
</style>`;

export const chicagoStyle = `${head('Chicago')}${titleMacro}${linkMacro}${namesOf(
  '<name name-as-sort-order="first" and="text" delimiter-precedes-last="always" delimiter-precedes-et-al="always" initialize="false" initialize-with=". "/>',
).replace('form="long"', 'form="short"')}
  ${citation}
  <bibliography et-al-min="11" et-al-use-first="7" hanging-indent="true">
    <layout suffix=".">
      <group delimiter=". ">
        <text macro="author"/>
        <choose>
          <if variable="issued"><date variable="issued"><date-part name="year"/></date></if>
          <else><text term="no date" form="short"/></else>
        </choose>
        <text macro="title"/>
        <choose>
          <if type="article-journal article article-magazine" match="any">
            <group delimiter=": ">
              <group delimiter=" ">
                <text variable="container-title" font-style="italic"/>
                <text variable="volume"/>
                <text variable="issue" prefix="(" suffix=")"/>
              </group>
              <text variable="page"/>
            </group>
          </if>
          <else-if variable="container-title">
            <group delimiter=", ">
              <group delimiter=" "><text term="in" text-case="capitalize-first"/><text variable="container-title" font-style="italic"/></group>
              <names variable="editor"><label form="verb" suffix=" "/><name and="text"/></names>
              <text variable="page"/>
            </group>
          </else-if>
        </choose>
        <text variable="genre"/>
        <choose><if type="article-journal" match="none"><text variable="publisher"/></if></choose>
        <text macro="link"/>
      </group>
    </layout>
  </bibliography>
</style>`;
