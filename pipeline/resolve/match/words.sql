-- The words of a text, spelled alike: lower case, without accents and apostrophes, synonyms (words.ts)
-- read as one, and without the last s of words of four letters or more.
create or replace macro match_words(text) as list_transform(
  list_transform(
    list_filter(
      string_split(
        regexp_replace(
          regexp_replace(
            replace(lower(strip_accents(coalesce(text, ''))), '&', ' and '),
            '[''’`´.\x{FFFD}]',
            '',
            'g'
          ),
          '[^a-z0-9]+',
          ' ',
          'g'
        ),
        ' '
      ),
      word -> word <> ''
    ),
    word -> coalesce(getvariable('match_synonyms')[word], word)
  ),
  word -> regexp_replace(word, '^(\w{2,}[^s\W])s$', '\1')
);
