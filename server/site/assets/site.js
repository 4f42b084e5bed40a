// The pages work without this script: it replaces a file's path in the SQL by the file's address.

for (const link of document.querySelectorAll('.files a[download]')) {
  const code = link.closest('li').querySelector('pre code')
  if (code) code.textContent = code.textContent.replace(link.getAttribute('href'), link.href)
}
