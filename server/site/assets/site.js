// The pages work without this: the SQL of a file names it in its snapshot, and here as the address that it has.

for (const link of document.querySelectorAll('.files a[download]')) {
  const code = link.closest('li').querySelector('pre code')
  if (code) code.textContent = code.textContent.replace(link.getAttribute('href'), link.href)
}
